// A wall clock is shown unchanged; an instant in Z is shown in the viewer's zone.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { dateTitle, shortDate } from '../../../../src/shared/words/dates.ts';
import { today } from '../../../../src/shared/words/days.ts';
import { keepTimeOf } from '../../../../src/shared/words/keptZone.ts';
import { moment, shortMoment } from '../../../../src/shared/words/moment.ts';
import { dayTitle, formatDay, formatTime } from '../../../../src/shared/words/time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  keepTimeOf('');
});

function viewFrom(zone: string): void {
  vi.stubEnv('TZ', zone);
  keepTimeOf('');
}

test('a moment is today by the clock that wrote it, and half a year away only a date', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') });
  try {
    viewFrom('Europe/Lisbon');
    expect(moment('2026-11-28T08:00:00Z')).toBe('today 08:00');
    expect(moment('2026-11-29T00:30:00+13:00')).toBe('today 00:30');
    expect(moment('2026-11-28T23:30:00+13:00')).toBe('28 Nov 23:30');
    expect(moment('2026-11-28T01:00:00-08:00')).toBe('today 01:00');
    expect(moment('2027-01-02 07:00:00')).toBe('2 Jan 07:00');
    expect(moment('2026-05-12 18:30:00')).toBe('12 May 2026');
    expect(['2026-11-28', '2026-11-02', 'soon'].map((day) => moment(day))).toEqual(['today', '2 Nov', 'soon']);
    expect(['2026-11-28 08:00', '2026-11-02 08:00'].map((at) => shortMoment(at))).toEqual(['08:00', '2 Nov 08:00']);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['Europe/Lisbon', '2026-10-25T23:30:00Z', '2026-10-25T00:30:00+01:00', 'today 00:30'],
  ['Europe/Lisbon', '2026-03-29T23:30:00Z', '2026-03-29T00:30:00+00:00', '29 Mar 00:30'],
  ['America/Santiago', '2026-10-25T23:30:00Z', '2026-10-25T00:30:00+01:00', '25 Oct 00:30'],
  ['Europe/Lisbon', '2026-10-25T23:30:00Z', '2026-10-25T25:30:00+01:00', '25 Oct 25:30'],
])('a moment of the day on which clocks change in %s, read at %s', (zone, now, timestamp, words) => {
  vi.useFakeTimers({ now: new Date(now) });
  try {
    keepTimeOf(zone);
    expect(moment(timestamp)).toBe(words);
  } finally {
    vi.useRealTimers();
  }
});

test('a date has no leading zero, and keeps what is no day', () => {
  const words = (day: string) => [dateTitle(day), dayTitle(day), shortDate(day)];
  expect(words('2026-03-08')).toEqual(['8 Mar 2026', 'Sun, 8 Mar 2026', '8 Mar']);
  expect(words('2026-03-08 18:01:02')).toEqual(['8 Mar 2026', 'Sun, 8 Mar 2026', '8 Mar']);
  expect(words('soon')).toEqual(['soon', 'soon', 'soon']);
});

describe.each([
  ['UTC', '2026-03-08 06:59:59', '2026-03-08 07:00:00'],
  ['Asia/Kolkata', '2026-03-08 12:29:59', '2026-03-08 12:30:00'],
  ['Pacific/Apia', '2026-03-08 19:59:59', '2026-03-08 20:00:00'],
  ['America/New_York', '2026-03-08 01:59:59', '2026-03-08 03:00:00'],
])('in %s', (name, before, after) => {
  test('shows Z in the viewer’s zone, across a change to summer time', () => {
    viewFrom(name);
    expect(formatTime('2026-03-08T06:59:59Z')).toBe(before);
    expect(formatTime('2026-03-08T07:00:00.000000Z')).toBe(after);
  });

  test('shows the wall clock of a timestamp without a zone or with an offset', () => {
    viewFrom(name);
    expect(formatTime('2026-03-08 02:30:00')).toBe('2026-03-08 02:30:00');
    expect(formatTime('2026-03-08T02:30:00+05:30')).toBe('2026-03-08 02:30:00');
    expect(formatTime('2026-03-08T23:59-0800')).toBe('2026-03-08 23:59:00');
    expect(formatDay('2026-03-08')).toBe('2026-03-08');
  });

  test('takes the viewer’s date as today', () => {
    viewFrom(name);
    expect(today()).toBe(new Intl.DateTimeFormat('sv', { timeZone: name }).format(new Date()));
  });
});

test('shows a text that is no timestamp unchanged', () => {
  expect(['', 'yesterday', '2026-03-08T'].map(formatTime)).toEqual(['', 'yesterday', '2026-03-08T']);
  expect(formatDay('soon')).toBe('soon');
});
