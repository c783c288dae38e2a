// Databases with sample data. Filling one takes longer than most tests, so a file that starts several servers copies.

import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';
import { fillWithSample, type SampleOptions, type SignIns } from '../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords, type Passwords } from '../../../server/platform/access/passwords.ts';
import { openFresh } from './openFresh.ts';
import type { CreateDatabase, TestDatabase } from './testDatabase.ts';

interface Filled {
  readonly db: Db;
  readonly users: SignIns;
}

/** For the sample's HR systems: a server with sample data, on the same machine, must not answer for them. */
const nowhere = 'http://127.0.0.1:1';

const asked = new Set<string>();
const originals = new Map<string, Promise<{ database: TestDatabase; users: SignIns }>>();

export async function openSample(
  create: CreateDatabase,
  sample: SampleOptions,
  now: Date,
  passwords?: Passwords,
): Promise<Filled> {
  const { copy } = create;
  // To the minute, since people look at what happened just now.
  const key = JSON.stringify([create.name, sample, Math.floor(now.getTime() / 60_000)]);
  if (!copy || passwords || !asked.has(key)) {
    asked.add(key);
    const db = await openFresh(create);
    return { db, users: await fill(db, sample, now, passwords) };
  }
  const original = originals.get(key) ?? fillOriginal(create, sample, now);
  originals.set(key, original);
  const { database, users } = await original;
  return { db: await openFresh(() => copy(database)), users };
}

async function fillOriginal(create: CreateDatabase, sample: SampleOptions, now: Date) {
  let created: TestDatabase | undefined;
  const db = await openFresh(async () => {
    created = await create('migrated');
    return { ...created, remove: async () => {} };
  });
  const users = await fill(db, sample, now);
  // Each server signs with a key of its own.
  await db.run(sql`delete from signing_key`);
  await db.close();
  if (!created) throw new Error('No database was created');
  return { database: created, users };
}

async function fill(
  db: Db,
  sample: SampleOptions,
  now: Date,
  passwords = createPasswords(cheapCost),
): Promise<SignIns> {
  const users = await fillWithSample(db, passwords, now, { origin: nowhere, ...sample });
  if (!users) throw new Error('The test database was not empty');
  await storeAllMissingWords(db);
  return users;
}
