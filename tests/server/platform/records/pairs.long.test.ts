// As pairs.both.test.ts, for a minute, or PAIRS_SECONDS: all pairs of calls that write, in an order that PAIRS_SEED
// chooses.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../server/platform/db/db.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { openSample } from '../../../support/server/testDatabase.ts';
import { pairsInOrder, startWriters, type Writers } from '../../../support/server/writers.ts';

const seed = Number(process.env.PAIRS_SEED ?? 20_261_127);
const seconds = Number(process.env.PAIRS_SECONDS ?? 60);
/** For a machine that does nothing else. A deadlock alone costs a second. */
const longestMs = Number(process.env.PAIRS_LONGEST_MS ?? 2_000);

let db: Db;
let writers: Writers;
beforeAll(async () => {
  ({ db } = await openSample(createPostgres, { employeesPerCompany: 1, days: 1 }, new Date()));
  writers = await startWriters(db, seed);
});
afterAll(async () => {
  await writers.stop();
  await db.close();
});

test('no two writers wait for each other, and all are answered soon', async () => {
  const end = performance.now() + seconds * 1_000;
  const pairs = pairsInOrder(seed);
  for (let number = 0; performance.now() < end; number++) {
    const pair = pairs[number % pairs.length];
    if (!pair) throw new Error('There are no pairs');
    const about = `seed ${seed}, pair ${number}: ${pair.join(' beside ')}`;
    for (const { call, status, milliseconds, message } of await writers.meet(pair, 3)) {
      expect(status, `${about}: ${call} is ${message}`).toBeLessThan(500);
      expect(milliseconds, `${about}: ${call}`).toBeLessThan(longestMs);
    }
    expect(writers.collisions, about).toEqual([]);
  }
});
