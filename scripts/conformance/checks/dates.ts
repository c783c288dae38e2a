// Checks dates: the console can read them, they state their time zone alike, and the date filter works.

import { formatTime } from '../../../src/shared/words/time.ts';
import type { Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { rowsOf } from '../reads.ts';
import { faultOf } from '../uses.ts';
import { checkDays } from './days.ts';

const dated = [
  ['GET /attendance', ['timestamp', 'created_at']],
  ['GET /companies', ['created_at']],
  ['GET /users', ['created_at']],
] as const;

const readable = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** How a timestamp states its time zone. */
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
export async function checkDates(kit: Explored): Promise<boolean> {
  const group = kit.findings.group('Dates');
  for (const [key, fields] of dated) {
    for (const field of fields) checkField(group, key, field, rowsOf(kit.answers[key]));
  }
  checkChart(group, kit);
  return checkDayFilter(group, kit);
}

function checkField(group: Group, key: string, field: string, rows: readonly Record<string, unknown>[]): void {
  const claim = `Every ${field} is a date the console can read`;
  const values = rows.map((row) => String(row[field] ?? ''));
  const isNeeded = field === 'timestamp';
  const at = values.findIndex((value) => (value === '' ? isNeeded : !isReal(value)));
  if (at !== -1) {
    const detail = `It is ${JSON.stringify(values[at])}; send ISO 8601, such as 2026-11-21T08:59:12+05:30`;
    return group.check(key, claim, {
      field: `data.${at}.${field}`,
      detail,
      shown: `The text as sent, instead of a time such as '2026-11-21 08:59:12'`,
    });
  }
  const given = values.filter(Boolean);
  if (given.length === 0) return group.skip(key, claim, 'No record has one');
  group.check(key, claim);
  const styles = [...new Set(given.map(zoneStyle))];
  if (styles.length > 1) {
    group.note(key, `Every ${field} states its time zone in the same way`, {
      field,
      detail: `Some are ${styles.join(', some ')}`,
      shown: 'Times of different zones side by side, with nothing to tell them apart',
    });
  }
}

function checkChart(group: Group, { answers }: Explored): void {
  const key = 'GET /attendance/statistics';
  const days = answers[key]?.days ?? [];
  if (days.length === 0) return;
  const at = days.findIndex(({ date }) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || !isReal(date));
  group.expect(key, 'Every day is a date as YYYY-MM-DD', at === -1, {
    field: `days.${at}.date`,
    detail: `It is ${JSON.stringify(days[at]?.date)}`,
    shown: 'A chart with an unreadable day',
  });
}

async function checkDayFilter(group: Group, { client, answers }: Explored): Promise<boolean> {
  const key = 'GET /attendance';
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
  const result = await client.call(key, { query: { start_date: day, end_date: day } });
  if (!result.ok) {
    group.check(key, claim, faultOf(key, result));
    return false;
  }
  const at = result.data.data.findIndex(({ timestamp }) => !formatTime(timestamp).startsWith(day));
  group.expect(key, claim, at === -1, {
    field: `data.${at}.timestamp`,
    detail: `Asked for ${day}, got a record of ${result.data.data[at]?.timestamp}`,
    shown: `Records of other days, in the list and in the export named after ${day}`,
  });
  return at === -1;
}
