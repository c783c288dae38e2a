// A year of 300 people, with changing patterns, departments, free days, leave, nights and balances, equals what an
// oracle counts minute by minute.

import { expect, test } from 'vitest';
import { databases } from '../../../support/server/databases.ts';
import { compareWithOracle } from './comparedWithOracle.ts';

const months = Array.from({ length: 12 }, (_, month) => {
  const [first, last] = [new Date(Date.UTC(2026, month, 1)), new Date(Date.UTC(2026, month + 1, 0))];
  return [first.toISOString().slice(0, 10), last.toISOString().slice(0, 10)] as const;
});

test.each(databases)('on $name', { timeout: 1_800_000 }, async ({ create }) => {
  expect(await compareWithOracle(create, { seed: 11, people: 300, months })).toBeGreaterThan(80_000);
});
