// A database with sample data, for tests that serve it by themselves.

import { cheapCost, createPasswords } from '../../server/access/passwords.ts';
import type { Db } from '../../server/db/db.ts';
import { fillWithSample, type SampleOptions } from '../../server/sample/fillWithSample.ts';
import { openFresh } from './openFresh.ts';
import type { CreateDatabase } from './testDatabase.ts';

/** For the sample's HR systems: a server with sample data, on the same machine, must not answer for them. */
const origin = 'http://127.0.0.1:1';

export async function openSampled(create: CreateDatabase, sample: SampleOptions): Promise<Db> {
  const db = await openFresh(create);
  await fillWithSample(db, createPasswords(cheapCost), new Date(), { origin, ...sample });
  return db;
}
