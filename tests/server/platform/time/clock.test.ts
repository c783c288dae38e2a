// A time zone's clock on ordinary days and on days when clocks change.

import { describe, expect, test } from 'vitest';
import { clockIn, isDay, isTimeZone } from '../../../../server/platform/time/clock.ts';

describe('the business wall clock', () => {
  test.each([
    ['UTC', '2026-11-21 03:29:12', '2026-11-21T03:29:12+00:00'],
    ['Asia/Kolkata', '2026-11-21 03:29:12', '2026-11-21T08:59:12+05:30'],
    ['America/St_Johns', '2026-01-10 02:00:00', '2026-01-09T22:30:00-03:30'],
    ['Europe/Berlin', '2026-03-29 00:59:59', '2026-03-29T01:59:59+01:00'],
    ['Europe/Berlin', '2026-03-29 01:00:00', '2026-03-29T03:00:00+02:00'],
    ['Europe/Berlin', '2026-10-25 00:59:59', '2026-10-25T02:59:59+02:00'],
    ['Europe/Berlin', '2026-10-25 01:00:00', '2026-10-25T02:00:00+01:00'],
    ['Australia/Lord_Howe', '2026-04-04 14:59:59', '2026-04-05T01:59:59+11:00'],
    ['Australia/Lord_Howe', '2026-04-04 15:00:00', '2026-04-05T01:30:00+10:30'],
  ])('in %s, %s is %s', (zone, instant, wall) => {
    const clock = clockIn(zone);
    expect(clock.wallClock(instant)).toBe(wall);
    expect(clock.dayOf(instant)).toBe(wall.slice(0, 10));
  });

  test('agrees with Intl for every half hour of a year', () => {
    for (const zone of ['America/New_York', 'Pacific/Chatham', 'Africa/Casablanca', 'Asia/Tehran']) {
      const clock = clockIn(zone);
      const reference = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 30 * 60_000) {
        const instant = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
        expect(clock.wallClock(instant).slice(0, 19)).toBe(reference.format(at).replace(' ', 'T'));
      }
    }
  });
});

describe('a business day', () => {
  test.each([
    ['UTC', '2026-11-21', '2026-11-21 00:00:00', '2026-11-22 00:00:00'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20 18:30:00', '2026-11-21 18:30:00'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28 23:00:00', '2026-03-29 22:00:00'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24 22:00:00', '2026-10-25 23:00:00'],
    // Kazakhstan changed its time zone for good at that midnight.
    ['Asia/Almaty', '2024-02-28', '2024-02-27 18:00:00', '2024-02-28 18:00:00'],
    ['Asia/Almaty', '2024-02-29', '2024-02-28 18:00:00', '2024-02-29 19:00:00'],
    ['Asia/Almaty', '2024-03-01', '2024-02-29 19:00:00', '2024-03-01 19:00:00'],
    ['America/Santiago', '2026-09-06', '2026-09-06 04:00:00', '2026-09-07 03:00:00'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31 10:00:00', '2026-01-01 10:00:00'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30 10:00:00', '2011-12-30 10:00:00'],
  ])('in %s, %s runs from %s to %s', (zone, day, start, end) => {
    const clock = clockIn(zone);
    expect([clock.startOf(day), clock.endOf(day)]).toEqual([start, end]);
  });
});

test('recognises valid days and time zones', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-2-1', 'today', ''].some(isDay)).toBe(false);
  expect(isTimeZone('Europe/Athens')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
});
