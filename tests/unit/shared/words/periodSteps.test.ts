import { expect, test } from 'vitest';
import { daysIn, isPeriod, lengthOf, type Period, resized, stepped } from '../../../../src/shared/words/periods.ts';
import { periodTitle } from '../../../../src/shared/words/periodTitle.ts';

const days = (start_date: string, end_date: string): Period => ({ start_date, end_date });

test.each([
  [days('2026-11-16', '2026-11-22'), 'week', days('2026-11-23', '2026-11-29'), '16 – 22 Nov 2026'],
  [days('2026-11-30', '2026-12-13'), 'two weeks', days('2026-12-14', '2026-12-27'), '30 Nov – 13 Dec 2026'],
  [days('2026-12-28', '2027-01-03'), 'week', days('2027-01-04', '2027-01-10'), '28 Dec 2026 – 3 Jan 2027'],
  [days('2028-02-01', '2028-02-29'), 'month', days('2028-03-01', '2028-03-31'), 'February 2028'],
  [days('2026-12-01', '2026-12-31'), 'month', days('2027-01-01', '2027-01-31'), 'December 2026'],
  [days('2026-03-28', '2026-03-30'), undefined, days('2026-03-31', '2026-04-02'), '28 – 30 Mar 2026'],
])('%o is a %s, is followed by %o and is called %s', (period, length, next, title) => {
  expect(lengthOf(period)).toBe(length);
  expect(stepped(period, 1)).toEqual(next);
  expect(stepped(next, -1)).toEqual(period);
  expect(periodTitle(period)).toBe(title);
});

test('another length is around today, if today is shown; else around the first day', () => {
  const november = days('2026-11-01', '2026-11-30');
  expect(resized(november, 'week', '2026-11-23')).toEqual(days('2026-11-23', '2026-11-29'));
  expect(resized(november, 'two weeks', '2027-01-01')).toEqual(days('2026-10-26', '2026-11-08'));
  expect(resized(days('2026-11-23', '2026-11-29'), 'month', '2027-01-01')).toEqual(november);
});

test('an address names real days in order, and not more than a server answers', () => {
  expect(isPeriod(days('2026-11-01', '2026-11-30'))).toBe(true);
  for (const [start, end] of [
    ['2026-11-30', '2026-11-01'],
    ['2026-02-30', '2026-03-02'],
    ['2026-01-01', '2026-12-31'],
    ['', '2026-11-01'],
  ] as const) {
    expect(isPeriod(days(start, end))).toBe(false);
  }
});

test('no day is left out where clocks change', () => {
  expect(daysIn(days('2026-10-24', '2026-10-26'))).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
});
