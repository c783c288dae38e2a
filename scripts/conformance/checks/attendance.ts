// Attendance: filters return matching records, dates can be read, the date filter includes whole days, and statistics
// count what the list shows.

import type { AttendanceRecord, AttendanceStatistics } from '../../../src/shared/contract/attendance.ts';
import type { Args } from '../../../src/shared/contract/calls.ts';
import { isObject } from '../../../src/shared/contract/decode.ts';
import { clockOf } from '../../../src/shared/words/days.ts';
import { formatTime } from '../../../src/shared/words/time.ts';
import type { KitClient } from '../client.ts';
import type { Explored, Group } from '../kit.ts';
import { rowsOf } from '../reads.ts';
import { checkMatches } from '../verdicts.ts';

const key = 'GET /attendance';
type Query = NonNullable<Args<typeof key>['query']>;

/** Returns the fields of the filters that work, and so can be compared with other figures. */
export async function checkAttendance(kit: Explored): Promise<ReadonlySet<string> | undefined> {
  const sound = await checkFilters(kit);
  // Statistics can only be compared with a list that is itself correct.
  if (!(await checkDates(kit))) return undefined;
  await checkStatistics(kit.group('Statistics'), kit.client, sound);
  return sound;
}

type Field = 'event_type' | 'is_processed';
/** For each field, queries of which every record matches exactly one. */
const choices: readonly (readonly [Field, readonly Pick<Query, Field>[]])[] = [
  ['event_type', [{ event_type: 'check-in' }, { event_type: 'check-out' }]],
  ['is_processed', [{ is_processed: true }, { is_processed: false }]],
];

/** Returns the fields of the filters that work. */
async function checkFilters(kit: Explored): Promise<ReadonlySet<string>> {
  const { client, answers } = kit;
  const group = kit.group('Filters');
  const sound = new Set<string>();
  const all = answers[key];
  if (all?.data.length) {
    for (const [field, queries] of choices) {
      const totals: number[] = [];
      for (const query of queries)
        totals.push((await checkFilter(query, (record) => record[field] === query[field])) ?? NaN);
      const sum = totals.reduce((one, other) => one + other, 0);
      if (Number.isNaN(sum)) continue;
      sound.add(field);
      const result = await client.call(key, { query: { page: 1 } });
      const total = result.ok ? result.data.total : all.total;
      group.expect(key, `The values of ${field} add up to the unfiltered total`, sum === total, {
        field: 'total',
        detail: `${totals.join(' + ')} with the filter, ${total} without`,
        shown: 'Filters that hide records or count them twice',
      });
    }
    const company = answers['GET /companies']?.data[0];
    if (company)
      await checkFilter(
        { company_id: company.id },
        (record) => !record.company?.name || record.company.name === company.name,
      );
  } else {
    group.skip(key, 'Filters return matching records only', 'There are no attendance records');
  }

  await checkEmployees();
  return sound;

  /** Returns the total; undefined if the filter does not work. */
  async function checkFilter(query: Query, matches: (record: AttendanceRecord) => boolean) {
    const [[name, value] = []] = Object.entries(query);
    return checkMatches(group, key, `${name}=${value} returns matching records only`, {
      result: await client.call(key, { query: { ...query, page: 1 } }),
      matches,
      fault: ({ id }, index) => ({
        field: `data.${index}`,
        detail: `Record ${id} does not match`,
        shown: 'Records that were filtered out, in the list and in every export',
      }),
    });
  }

  async function checkEmployees(): Promise<void> {
    const call = 'GET /employees';
    const company = answers[call]?.data.find(({ company_id }) => company_id !== null)?.company_id;
    if (!company) return;
    checkMatches(group, call, "company_id returns that company's employees only", {
      result: await client.call(call, { query: { company_id: company } }),
      matches: ({ company_id }) => company_id === null || company_id === company,
      fault: ({ company_id }, index) => ({
        field: `data.${index}.company_id`,
        detail: `Asked for company ${company}, got an employee of ${company_id}`,
        shown: 'Employees of other companies under the chosen one',
      }),
    });
  }
}

const dated = [
  ['GET /attendance', ['timestamp', 'created_at']],
  ['GET /companies', ['created_at']],
  ['GET /users', ['created_at']],
] as const;

const readable = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

function zoneStyle(timestamp: string): string {
  if (/z$/i.test(timestamp)) return 'in UTC (Z)';
  return /[+-]\d{2}:?\d{2}$/.test(timestamp.slice(10)) ? 'with an offset' : 'without a zone';
}

function isReal(timestamp: string): boolean {
  const shown = formatTime(timestamp);
  if (!readable.test(shown)) return false;
  const date = new Date(`${shown.replace(' ', 'T')}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === shown.slice(0, 10);
}

/** Whether start_date and end_date work. */
async function checkDates(kit: Explored): Promise<boolean> {
  const group = kit.group('Dates');
  for (const [call, fields] of dated) {
    for (const field of fields) checkField(group, call, field, rowsOf(kit.answers[call]));
  }
  checkZones(group, kit);
  checkChart(group, kit);
  return checkDayFilter(group, kit);
}

function checkField(group: Group, call: string, field: string, rows: readonly Record<string, unknown>[]): void {
  const claim = `Every ${field} is a date the console can read`;
  const values = rows.map((row) => String(row[field] ?? ''));
  const isNeeded = field === 'timestamp';
  const at = values.findIndex((value) => (value === '' ? isNeeded : !isReal(value)));
  if (at !== -1) {
    const detail = `It is ${JSON.stringify(values[at])}; send ISO 8601, such as 2026-11-21T08:59:12+05:30`;
    return group.check(call, claim, {
      field: `data.${at}.${field}`,
      detail,
      shown: `The text as sent, instead of a time such as '2026-11-21 08:59:12'`,
    });
  }
  const given = values.filter(Boolean);
  if (given.length === 0) return group.skip(call, claim, 'No record has one');
  group.check(call, claim);
  const styles = [...new Set(given.map(zoneStyle))];
  if (styles.length > 1) {
    group.note(call, `Every ${field} states its time zone in the same way`, {
      field,
      detail: `Some are ${styles.join(', some ')}`,
      shown: 'Times of different zones side by side, with nothing to tell them apart',
    });
  }
}

/** Checks that times follow the company's clock where companies have their own. */
function checkZones(group: Group, { user, answers }: Explored): void {
  if (!user.features.includes('company_timezones')) return;
  const records = answers[key]?.data ?? [];
  const at = records.findIndex(({ timestamp, timezone = '' }) => !isByClockOf(timezone, timestamp));
  group.expect(key, "Every timestamp has the offset of its company's time zone", at === -1, {
    field: `data.${at}.timestamp`,
    detail: `It is ${records[at]?.timestamp}, and the time zone ${JSON.stringify(records[at]?.timezone)}`,
    shown: 'Times that no clock of the company showed, and filters that cut its days elsewhere',
  });
}

function isByClockOf(timeZone: string, timestamp: string): boolean {
  if (zoneStyle(timestamp) === 'without a zone') return false;
  try {
    return clockOf(timeZone)?.format(new Date(timestamp)) === timestamp.slice(0, 19).replace('T', ' ');
  } catch {
    return false; // there is no such time
  }
}

function checkChart(group: Group, { answers }: Explored): void {
  const days = answers[statisticsKey]?.days ?? [];
  if (days.length === 0) return;
  const at = days.findIndex(({ date }) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || !isReal(date));
  group.expect(statisticsKey, 'Every day is a date as YYYY-MM-DD', at === -1, {
    field: `days.${at}.date`,
    detail: `It is ${JSON.stringify(days[at]?.date)}`,
    shown: 'A chart with an unreadable day',
  });
}

async function checkDayFilter(group: Group, { client, answers }: Explored): Promise<boolean> {
  const claim = 'start_date and end_date return records of that day only';
  const newest = answers[key]?.data.find(({ timestamp }) => isReal(timestamp));
  if (!newest) {
    group.skip(key, claim, 'No record has a date');
    return false;
  }
  if (!(await checkDays(group, client, newest.timestamp))) return false;
  if (zoneStyle(newest.timestamp) === 'in UTC (Z)') {
    group.skip(key, claim, 'Times end in Z, so only the server knows to which business day they belong');
    return true;
  }
  const day = formatTime(newest.timestamp).slice(0, 10);
  const total = checkMatches(group, key, claim, {
    result: await client.call(key, { query: { start_date: day, end_date: day } }),
    matches: ({ timestamp }) => formatTime(timestamp).startsWith(day),
    fault: ({ timestamp }, index) => ({
      field: `data.${index}.timestamp`,
      detail: `Asked for ${day}, got a record of ${timestamp}`,
      shown: `Records of other days, in the list and in the export named after ${day}`,
    }),
  });
  return total !== undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the day in a timestamp, with the previous and next days. One of them is its business day. */
function daysAround(timestamp: string): readonly string[] {
  const day = new Date(`${formatTime(timestamp).slice(0, 10)}T00:00:00Z`).getTime();
  if (Number.isNaN(day)) return [];
  return [-1, 0, 1].map((step) => new Date(day + step * dayMs).toISOString().slice(0, 10));
}

/** Whether start_date and end_date both include their day, so that the days add up to the span. */
async function checkDays(group: Group, client: KitClient, timestamp: string): Promise<boolean> {
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

const statisticsKey = 'GET /attendance/statistics';

interface Figure {
  field: string;
  /** Undefined if the server does not send it. */
  of(statistics: AttendanceStatistics): number | undefined;
  /** Query by which the list counts the same. */
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

/** Checks statistics using the list's working filters. `whose` ends the claims, such as ' of the limited account'. */
export async function checkStatistics(
  group: Group,
  client: KitClient,
  sound: ReadonlySet<string>,
  whose = '',
): Promise<void> {
  const newest = await client.call(key, { query: { page: 1 } });
  const [first] = newest.ok ? newest.data.data : [];
  const days = first ? daysAround(first.timestamp) : [];
  const [start_date, , end_date] = days;
  if (!start_date || !end_date) return;
  const period = { start_date, end_date };
  const statistics = await client.call(statisticsKey, { query: period });
  if (!statistics.ok) return;
  const sent = figures
    .filter(({ query }) => Object.keys(query).every((filter) => sound.has(filter)))
    .filter(({ field }) => isObject(statistics.raw) && field in statistics.raw);
  for (const figure of [...sent, ...days.map(ofDay)]) await checkFigure(figure);

  async function checkFigure({ field, of, query }: Figure): Promise<void> {
    const filters = { ...period, ...query };
    const read = await readEqual(async () => {
      const counted = await client.call(statisticsKey, { query: period });
      const list = await client.call(key, { query: { ...filters, page: 1 } });
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
    group.expect(statisticsKey, `Statistics count the records of the list${whose}: ${field}`, figure === total, {
      field,
      detail: `It is ${figure}, but GET /attendance?${asked.join('&')} has ${total}; count with the conditions of the list`,
      shown,
    });
  }
}

interface Compared {
  readonly one: number;
  readonly other: number;
}

/**
 * Reads two figures that must be equal, and reads them again if they differ, since a record may arrive between the two
 * calls. Undefined if a call fails, which is reported with the shapes.
 */
export async function readEqual<Read extends Compared>(
  read: () => Promise<Read | undefined>,
): Promise<Read | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const figures = await read();
    if (!figures || figures.one === figures.other || attempt === 3) return figures;
  }
}
