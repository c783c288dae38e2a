// Checks the days of the date filter by counting, which works whatever the time zone of server and times.

import type { KitClient } from '../client.ts';
import type { Group } from '../findings.ts';
import { formatTime } from '../../../src/shared/words/time.ts';
import { readEqual } from '../compare.ts';

const key = 'GET /attendance';
const dayMs = 24 * 60 * 60 * 1000;

/** The day that a timestamp names, with the day before and the day after: one of them is its business day. */
export function daysAround(timestamp: string): readonly string[] {
  const day = new Date(`${formatTime(timestamp).slice(0, 10)}T00:00:00Z`).getTime();
  if (Number.isNaN(day)) return [];
  return [-1, 0, 1].map((step) => new Date(day + step * dayMs).toISOString().slice(0, 10));
}

/** Whether start_date and end_date both include their day, so that the days add up to the span. */
export async function checkDays(group: Group, client: KitClient, timestamp: string): Promise<boolean> {
  const days = daysAround(timestamp);
  const [start = '', , end = ''] = days;
  const read = await readEqual(async () => {
    const counts = await Promise.all(days.map((day) => count(day, day)));
    const span = await count(start, end);
    const sum = counts.reduce<number>((all, each) => all + (each ?? NaN), 0);
    return span === undefined || Number.isNaN(sum) ? undefined : { one: sum, other: span, counts };
  });
  if (!read) return false;
  const { one: sum, other: span, counts } = read;
  const each = days.map((day, index) => `${counts[index]} on ${day}`).join(', ');
  const isSound = span === sum && span > 0;
  group.expect(key, 'The counts of single days add up to the count of the span', isSound, {
    field: 'total',
    detail:
      `${each}, but ${span} from ${start} to ${end}; both start_date and end_date must include the whole day, ` +
      'as end_date = start_date asks for one day',
    shown: "'No attendance records found' today, which is the first view, or records of other days",
  });
  return isSound;

  async function count(start_date: string, end_date: string): Promise<number | undefined> {
    const result = await client.call(key, { query: { start_date, end_date, page: 1 } });
    return result.ok ? result.data.total : undefined;
  }
}
