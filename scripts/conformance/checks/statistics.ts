// Checks that statistics count what the list shows, in the same period.

import type { Args } from '../../../src/shared/contract/calls.ts';
import type { AttendanceStatistics } from '../../../src/shared/contract/attendance.ts';
import { isObject, type KitClient } from '../client.ts';
import type { Group } from '../findings.ts';
import { daysAround } from './days.ts';
import { readEqual } from '../compare.ts';

const key = 'GET /attendance/statistics';
type Query = NonNullable<Args<'GET /attendance'>['query']>;

interface Figure {
  field: string;
  /** Undefined if the server does not send it. */
  of(statistics: AttendanceStatistics): number | undefined;
  /** How the list counts the same. */
  query: Query;
}

const figures: readonly Figure[] = [
  { field: 'total', of: ({ total }) => total, query: {} },
  { field: 'check_ins', of: ({ check_ins }) => check_ins, query: { event_type: 'check-in' } },
  { field: 'check_outs', of: ({ check_outs }) => check_outs, query: { event_type: 'check-out' } },
  { field: 'processed', of: ({ processed }) => processed, query: { is_processed: true } },
  { field: 'pending', of: ({ pending }) => pending, query: { is_processed: false } },
];

const ofDay = (day: string): Figure => ({
  field: `the total of ${day} in days`,
  of: ({ days }) => days.find(({ date }) => date === day)?.total,
  query: { start_date: day, end_date: day },
});

/** With the list's filters that work. `whose` ends the claims, such as ' of the limited account'. */
export async function checkStatistics(
  group: Group,
  client: KitClient,
  sound: ReadonlySet<string>,
  whose = '',
): Promise<void> {
  const newest = await client.call('GET /attendance', { query: { page: 1 } });
  const [first] = newest.ok ? newest.data.data : [];
  const days = first ? daysAround(first.timestamp) : [];
  const [start_date, , end_date] = days;
  if (!start_date || !end_date) return;
  const period = { start_date, end_date };
  const statistics = await client.call(key, { query: period });
  if (!statistics.ok) return;
  const sent = figures
    .filter(({ query }) => Object.keys(query).every((filter) => sound.has(filter)))
    .filter(({ field }) => isObject(statistics.raw) && field in statistics.raw);
  for (const figure of [...sent, ...days.map(ofDay)]) await checkFigure(figure);

  async function checkFigure({ field, of, query }: Figure): Promise<void> {
    const filters = { ...period, ...query };
    const read = await readEqual(async () => {
      const counted = await client.call(key, { query: period });
      const list = await client.call('GET /attendance', { query: { ...filters, page: 1 } });
      const figure = counted.ok ? of(counted.data) : undefined;
      return figure === undefined || !list.ok ? undefined : { one: figure, other: list.data.total };
    });
    if (!read) return;
    const { one: figure, other: total } = read;
    const asked = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
    const shown =
      field === 'total' || figures.every((each) => each.field !== field)
        ? 'Dashboard: figures that the list contradicts'
        : 'Nothing yet: the console does not show this figure';
    group.expect(key, `Statistics count the records of the list${whose}: ${field}`, figure === total, {
      field,
      detail: `It is ${figure}, but GET /attendance?${asked.join('&')} has ${total}; count with the conditions of the list`,
      shown,
    });
  }
}
