// The console's days, including days longer or shorter than 24 hours: the business's or the viewer's.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditQuery, noFilters } from '../../../../src/features/audit/list.ts';
import { expiryOf } from '../../../../src/shared/words/credentialExpiry.ts';
import { calendarZone, today, wallClock } from '../../../../src/shared/words/days.ts';
import { keepTimeOf } from '../../../../src/shared/words/keptZone.ts';
import { namedPeriods } from '../../../../src/shared/words/periods.ts';
import { formatTime } from '../../../../src/shared/words/time.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  keepTimeOf('');
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  keepTimeOf('');
});

test.each([
  ['after a day of 23 hours', '2026-03-29T22:30:00Z', '2026-03-29', '2026-03-30', '2026-03-31'],
  ['on a day of 25 hours', '2026-10-24T22:30:00Z', '2026-10-24', '2026-10-25', '2026-10-26'],
  ['at the end of a year', '2026-12-31T22:30:00Z', '2026-12-30', '2026-12-31', '2027-01-01'],
])('finds yesterday, today and tomorrow %s', (_, now, ...days) => {
  vi.setSystemTime(new Date(now));
  expect([today(-1), today(), today(1)]).toEqual(days);
});

/** In Auckland it is Monday, 1 June; in Los Angeles still Sunday, 31 May. */
const now = '2026-05-31T20:00:00Z';

describe('for a viewer in Auckland and a business in Los Angeles', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    vi.setSystemTime(new Date(now));
    keepTimeOf('America/Los_Angeles');
  });

  test('today, this week and this month are those of the business', () => {
    expect(today()).toBe('2026-05-31');
    const periods = new Map(namedPeriods(today()).map(({ label, ...days }) => [label, days]));
    expect(periods.get('Yesterday')).toEqual({ start_date: '2026-05-30', end_date: '2026-05-30' });
    expect(periods.get('This Week')).toEqual({ start_date: '2026-05-25', end_date: '2026-05-31' });
    expect(periods.get('This Month')).toEqual({ start_date: '2026-05-01', end_date: '2026-05-31' });
  });

  test('an instant is shown by its clock, and files name its zone', () => {
    expect(formatTime(now)).toBe('2026-05-31 13:00:00');
    expect(wallClock(new Date(now))).toBe('2026-05-31 13:00:00');
    expect(calendarZone()).toBe('America/Los_Angeles');
  });

  test('credentials that work until today have not expired', () => {
    expect(expiryOf('2026-05-31', today())).toMatchObject({ isOver: false });
    expect(expiryOf('2026-05-30', today())).toMatchObject({ isOver: true });
    expect(expiryOf('2026-05-31', today(0, 'Asia/Kathmandu'))).toMatchObject({ isOver: true });
  });

  test('the audit filters by its days', () => {
    const days = { ...noFilters, start_date: '2026-05-31', end_date: '2026-05-31' };
    expect(auditQuery(days)).toMatchObject({ from: '2026-05-31T07:00:00.000Z', to: '2026-06-01T07:00:00.000Z' });
  });
});

test('without a zone, or with one that the browser does not know, the calendar is the viewer’s', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.setSystemTime(new Date(now));
  for (const zone of ['', 'Mars/Olympus']) {
    keepTimeOf(zone);
    expect([today(), formatTime(now)]).toEqual(['2026-06-01', '2026-06-01 08:00:00']);
    expect(auditQuery({ ...noFilters, start_date: '2026-06-01' })).toMatchObject({ from: '2026-05-31T12:00:00.000Z' });
  }
});

test.each([
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'], // clocks skip from midnight to 01:00
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-11-21', '2026-11-21T12:00:00.000Z'],
])('in %s the audit’s %s begins at its first instant', (zone, day, instant) => {
  keepTimeOf(zone);
  expect(auditQuery({ ...noFilters, start_date: day })).toMatchObject({ from: instant });
  expect(auditQuery({ ...noFilters, start_date: 'soon', end_date: '2026-02-30' })).toEqual({});
});
