// What a day is computed to, example by example; docs/day.md explains each.

import { expect, test } from 'vitest';
import type { DayEvent } from '../../../src/day/types.ts';
import { workedDays } from '../../../src/day/workedDays.ts';

/** Each event as '2026-11-20 08:00 in'. */
function events(...texts: string[]): DayEvent[] {
  return texts.map((text, index) => {
    const [, at = '', direction = ''] = /^(\S+ \S+) (\w+)/.exec(text) ?? [];
    if (direction !== 'in' && direction !== 'out' && direction !== 'unknown') throw new Error(text);
    return { id: index + 1, at: Date.parse(`${at.replace(' ', 'T')}Z`), day: at.slice(0, 10), direction };
  });
}

const now = Date.parse('2026-11-30T12:00:00Z');
const summaries = (...texts: string[]) =>
  workedDays(events(...texts), { repeatSeconds: 60, now }).map((day) => ({
    day: day.day,
    worked: day.workedMinutes,
    break: day.breakMinutes,
    exceptions: day.exceptions.map(({ kind }) => kind),
  }));

test('a day with a break adds up to the minute', () => {
  expect(
    summaries('2026-11-20 08:00:50 in', '2026-11-20 12:00:10 out', '2026-11-20 12:30 in', '2026-11-20 17:00 out'),
  ).toEqual([{ day: '2026-11-20', worked: 510, break: 30, exceptions: [] }]);
});

test('a shift past midnight belongs to the day on which it began', () => {
  expect(summaries('2026-11-20 22:00 in', '2026-11-21 06:00 out')).toEqual([
    { day: '2026-11-20', worked: 480, break: 0, exceptions: [] },
  ]);
});

test('a forgotten check-out does not take the next day with it', () => {
  expect(summaries('2026-11-20 08:00 in', '2026-11-21 08:00 in', '2026-11-21 16:00 out')).toEqual([
    { day: '2026-11-20', worked: 0, break: 0, exceptions: ['no_check_out'] },
    { day: '2026-11-21', worked: 480, break: 0, exceptions: [] },
  ]);
});

test('a check-out 17 hours later is a question, and one 30 hours later is another day', () => {
  expect(summaries('2026-11-20 08:00 in', '2026-11-21 01:00 out')).toEqual([
    { day: '2026-11-20', worked: 0, break: 0, exceptions: ['open_too_long'] },
    { day: '2026-11-21', worked: 0, break: 0, exceptions: [] },
  ]);
  expect(summaries('2026-11-20 08:00 in', '2026-11-21 14:00 out').map(({ exceptions }) => exceptions)).toEqual([
    ['no_check_out'],
    ['no_check_in'],
  ]);
});

test('a second punch within the minute repeats the first', () => {
  expect(
    summaries('2026-11-20 08:00:00 in', '2026-11-20 08:00:20 in', '2026-11-20 16:00 out', '2026-11-20 16:05 out'),
  ).toEqual([{ day: '2026-11-20', worked: 480, break: 0, exceptions: ['repeated', 'no_check_in'] }]);
});
