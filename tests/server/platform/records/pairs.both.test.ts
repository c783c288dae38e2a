// Pairs of the contract's writing calls collide on PostgreSQL: all transactions lock rows in one order, so none has to
// be ended. PAIRS_SEED chooses some pairs here; pairs.long.test.ts tries more.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../server/platform/db/db.ts';
import { pairsInOrder, startWriters, type Writers, writingCalls } from '../../../support/people/writers.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { openSample } from '../../../support/server/testDatabase.ts';

const seed = Number(process.env.PAIRS_SEED ?? 20_261_127);
const mostPairs = 40;

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

/** Calls that lock rows which others lock too. */
const meeting =
  /companies|controllers|devices?\b|employee|attendance|corrections|months|users|roles|views|tokens|privacy|holds/;

test('each call that writes is answered without an error of the server', async () => {
  const accepted: string[] = [];
  for (const key of writingCalls) {
    const met = await writers.meet([key, key], 1);
    for (const { status, message } of met) expect(status, `${key}: ${message}`).toBeLessThan(500);
    if (met.some(({ status }) => status < 300)) accepted.push(key);
  }
  // Proves that the writers collided in the database.
  expect(accepted.length).toBeGreaterThan(writingCalls.length * 0.7);
});

test('no two writers wait for each other', async () => {
  const pairs = pairsInOrder(seed).filter((pair) => pair.every((key) => meeting.test(key)));
  for (const pair of pairs.slice(0, mostPairs)) {
    const about = `seed ${seed}: ${pair.join(' beside ')}`;
    for (const { call, status, message } of await writers.meet(pair, 2))
      expect(status, `${about}: ${call} is ${message}`).toBeLessThan(500);
    expect(writers.collisions, about).toEqual([]);
  }
});

/** These calls end all sessions there are, so none comes too late. */
const endsAll = /\/sessions$/;

test.each(writingCalls.filter((key) => key.startsWith('DELETE ') && !endsAll.test(key)))(
  'of four that call %s at once, one at most succeeds',
  async (key) => {
    const met = await writers.meet([key, key], 2);
    const succeeded = met.filter(({ status }) => status < 300);
    expect(succeeded.length, met.map(({ message }) => message).join('; ')).toBeLessThanOrEqual(1);
    for (const { status, message } of met.filter((each) => !succeeded.includes(each)))
      expect([404, 409], message).toContain(status);
  },
);
