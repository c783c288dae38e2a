// Dates: the console can read them, they are all written alike, and a day's filter holds that day.

import { formatTime } from '../../../src/format/time.ts';
import type { Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { rowsOf } from '../reads.ts';
import { faultOf } from '../uses.ts';

const dated = [
  ['GET /attendance', ['timestamp', 'created_at']],
  ['GET /companies', ['created_at']],
  ['GET /users', ['created_at']],
] as const;

const readable = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** How a timestamp says its zone. */
function dressOf(timestamp: string): string {
  if (/z$/i.test(timestamp)) return 'in UTC (Z)';
  return /[+-]\d{2}:?\d{2}$/.test(timestamp.slice(10)) ? 'with an offset' : 'without a zone';
}

function isReal(timestamp: string): boolean {
  const shown = formatTime(timestamp);
  if (!readable.test(shown)) return false;
  const date = new Date(`${shown.replace(' ', 'T')}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === shown.slice(0, 10);
}

export async function checkDates(kit: Explored): Promise<void> {
  const group = kit.findings.group('Dates');
  for (const [key, fields] of dated) {
    for (const field of fields) checkField(group, key, field, rowsOf(kit.answers[key]));
  }
  checkDays(group, kit);
  await checkDayFilter(group, kit);
}

function checkField(group: Group, key: string, field: string, rows: readonly Record<string, unknown>[]): void {
  const claim = `Every ${field} is a date that the console can read`;
  const values = rows.map((row) => String(row[field] ?? ''));
  const isNeeded = field === 'timestamp';
  const at = values.findIndex((value) => (value === '' ? isNeeded : !isReal(value)));
  if (at !== -1) {
    const detail = `It says ${JSON.stringify(values[at])}`;
    return group.check(key, claim, {
      field: `data.${at}.${field}`,
      detail,
      shown: `That text as it came, where '2026-11-21 08:59:12' is expected`,
    });
  }
  const given = values.filter(Boolean);
  if (given.length === 0) return group.skip(key, claim, 'There is none to look at');
  group.check(key, claim);
  const dresses = [...new Set(given.map(dressOf))];
  if (dresses.length > 1) {
    group.note(key, `Every ${field} says its zone in the same way`, {
      field,
      detail: `Some are ${dresses.join(', some ')}`,
      shown: 'Times of different zones side by side, with nothing that tells them apart',
    });
  }
}

function checkDays(group: Group, { answers }: Explored): void {
  const key = 'GET /attendance/statistics';
  const days = answers[key]?.days ?? [];
  if (days.length === 0) return;
  const at = days.findIndex(({ date }) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || !isReal(date));
  group.expect(key, 'Every day is written YYYY-MM-DD', at === -1, {
    field: `days.${at}.date`,
    detail: `It says ${JSON.stringify(days[at]?.date)}`,
    shown: 'A chart with a day that nobody can read',
  });
}

async function checkDayFilter(group: Group, { me, answers }: Explored): Promise<void> {
  const key = 'GET /attendance';
  const claim = 'start_date and end_date let only that day through';
  const newest = answers[key]?.data.find(({ timestamp }) => isReal(timestamp));
  if (!newest) return group.skip(key, claim, 'There is no record with a date');
  if (dressOf(newest.timestamp) === 'in UTC (Z)') {
    return group.skip(key, claim, 'Times are in UTC, so only the server knows which day of its own they belong to');
  }
  const day = formatTime(newest.timestamp).slice(0, 10);
  const heard = await me.ask(key, { query: { start_date: day, end_date: day } });
  if (!heard.ok) return group.check(key, claim, faultOf(key, heard));
  const at = heard.data.data.findIndex(({ timestamp }) => !formatTime(timestamp).startsWith(day));
  if (at !== -1) {
    return group.check(key, claim, {
      field: `data.${at}.timestamp`,
      detail: `Asked for ${day}, got ${heard.data.data[at]?.timestamp}`,
      shown: `Records of other days in the list, and in the file that is named after ${day}`,
    });
  }
  group.expect(key, claim, heard.data.data.length > 0, {
    field: 'data',
    detail: `Asked for ${day}, a day that has record ${newest.id}, and got none`,
    shown: "'No attendance records found' on days that have some",
  });
}
