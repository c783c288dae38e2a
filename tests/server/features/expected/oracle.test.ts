// Several hundred days of people, with a clock change among them, equal what an oracle counts minute by minute.
// oracleYear.long.test.ts does the same for a year of 300 people.

import { expect, test } from 'vitest';
import { databases } from '../../../support/server/databases.ts';
import { compareWithOracle } from './comparedWithOracle.ts';

const months = [
  ['2026-09-28', '2026-10-18'],
  ['2026-10-19', '2026-11-08'],
] as const;

test.each(databases)('on $name', async ({ create }) => {
  expect(await compareWithOracle(create, { seed: 7, people: 16, months })).toBeGreaterThan(300);
});
