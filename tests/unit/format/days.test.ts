// The viewer's days, including those longer or shorter than 24 hours.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { today } from '../../../src/format/days.ts';

const home = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  process.env.TZ = home ?? '';
});

test.each([
  ['after a day of 23 hours', '2026-03-29T22:30:00Z', '2026-03-29', '2026-03-30', '2026-03-31'],
  ['on a day of 25 hours', '2026-10-24T22:30:00Z', '2026-10-24', '2026-10-25', '2026-10-26'],
  ['at the end of a year', '2026-12-31T22:30:00Z', '2026-12-30', '2026-12-31', '2027-01-01'],
])('finds yesterday, today and tomorrow %s', (_, now, ...days) => {
  vi.setSystemTime(new Date(now));
  expect([today(-1), today(), today(1)]).toEqual(days);
});
