// Named periods: across the ends of weeks, months and years, in leap years, and when clocks change.

import { expect, test, vi } from 'vitest';
import { namedPeriods } from '../../../../src/shared/words/periods.ts';

const of = (today: string) =>
  Object.fromEntries(
    namedPeriods(today).map(({ label, start_date, end_date }) => [label, `${start_date} ${end_date}`]),
  );

test('begins weeks on Monday, also for a Sunday', () => {
  expect(of('2026-11-22')).toEqual({
    Today: '2026-11-22 2026-11-22',
    Yesterday: '2026-11-21 2026-11-21',
    'This Week': '2026-11-16 2026-11-22',
    'Last Week': '2026-11-09 2026-11-15',
    'This Month': '2026-11-01 2026-11-30',
    'Last Month': '2026-10-01 2026-10-31',
  });
  expect(of('2026-11-23')).toMatchObject({
    'This Week': '2026-11-23 2026-11-29',
    'Last Week': '2026-11-16 2026-11-22',
  });
});

test.each([
  ['2026-01-01', 'Yesterday', '2025-12-31 2025-12-31'],
  ['2026-01-01', 'This Week', '2025-12-29 2026-01-04'],
  ['2026-01-31', 'Last Month', '2025-12-01 2025-12-31'],
  ['2026-12-31', 'This Month', '2026-12-01 2026-12-31'],
  ['2026-03-31', 'Last Month', '2026-02-01 2026-02-28'],
  ['2028-03-31', 'Last Month', '2028-02-01 2028-02-29'],
  ['2028-02-29', 'This Month', '2028-02-01 2028-02-29'],
  ['2028-03-01', 'Yesterday', '2028-02-29 2028-02-29'],
])('on %s, %s is %s', (today, label, period) => {
  expect(of(today)[label]).toBe(period);
});

test('has whole days in zones that skip or repeat hours', () => {
  const expected = of('2026-03-29');
  try {
    for (const zone of ['Europe/Berlin', 'Pacific/Apia', 'America/Santiago']) {
      vi.stubEnv('TZ', zone);
      expect(of('2026-03-29')).toEqual(expected);
    }
  } finally {
    vi.unstubAllEnvs();
  }
  expect(expected['This Week']).toBe('2026-03-23 2026-03-29');
});
