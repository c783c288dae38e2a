// Does the same as pairs.both.test.ts, with PAIRS_COUNT of all pairs of writing calls in an order chosen by PAIRS_SEED.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../server/platform/db/db.ts';
import { pairsInOrder, startWriters, type Writers } from '../../../support/people/writers.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { openSample } from '../../../support/server/testDatabase.ts';

const seed = Number(process.env.PAIRS_SEED ?? 20_261_127);
const count = Number(process.env.PAIRS_COUNT ?? 200);

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

test('no two writers wait for each other, and all are answered', async () => {
  const pairs = pairsInOrder(seed).slice(0, count);
  expect(pairs).toHaveLength(count);
  for (const [number, pair] of pairs.entries()) {
    const about = `seed ${seed}, pair ${number}: ${pair.join(' beside ')}`;
    for (const { call, status, message } of await writers.meet(pair, 3)) {
      expect(status, `${about}: ${call} is ${message}`).toBeLessThan(500);
    }
    expect(writers.collisions, about).toEqual([]);
  }
}, 600_000);
