// Where the server announces timesheets: rows add up, one person's sheet says the same as their row, and an account gets
// the people of its own companies only.

import type { PersonSheet, TimesheetRow } from '../../../src/shared/contract/timesheets.ts';
import { today } from '../../../src/shared/words/days.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored, Scope } from '../kit.ts';
import { readWhole } from '../pages.ts';
import { faultOf } from '../uses.ts';
import { checkLastPage, checkSum } from './pageCounts.ts';

const key = 'GET /timesheets';
const sheetKey = 'GET /timesheets/{id}';
/** Without today, on which people may be at work while the kit reads. */
const period = { start_date: today(-28), end_date: today(-1) };
const perPage = 100;

type Row = TimesheetRow & { id: number };

const readPage = (client: Scope['client']) => async (paging: { page: number; per_page?: number }) => {
  const result = await client.call(key, { query: { ...period, ...paging } });
  if (!result.ok) return result;
  const data = result.data.data.map((row): Row => ({ ...row, id: row.employee.id }));
  return { ...result, data: { ...result.data, data } };
};

export async function checkTimesheets({ client, findings, options, user }: Explored): Promise<void> {
  if (!user.features.includes('timesheets')) return;
  const group = findings.group('Timesheets');
  const read = readPage(client);
  const whole = await readWhole(read, options.pages, perPage);
  if ('error' in whole) return group.check(key, 'The list can be read', faultOf(key, whole));
  if (await checkLastPage(group, { key, read, perPage }, whole)) {
    checkSum(group, key, whole, options.pages, ` of ${perPage}`, perPage);
  }
  const { rows } = whole;
  const twice = rows.find(({ id }, index) => rows.findIndex((other) => other.id === id) < index);
  group.expect(key, 'Everybody is on one page only', !twice, {
    field: 'data',
    detail: `${twice?.employee.name} is there twice; sort by a unique column last`,
    shown: 'A person twice, and the time of both in the totals',
  });
  group.check(key, 'The days of a row are in the period, each once, and add up', rows.map(rowFault).find(Boolean));
  await checkSheet(group, client, rows);
}

export async function checkTimesheetsOf(group: Group, { user }: Explored, { who, client, own }: Scope): Promise<void> {
  if (!user.features.includes('timesheets')) return;
  const result = await readPage(client)({ page: 1, per_page: perPage });
  if (!result.ok) return;
  const stray = result.data.data.find(({ company }) => !own.some(({ id }) => id === company.id));
  group.expect(key, `${who} gets people of its own companies only`, !stray, {
    field: 'data',
    detail: `${stray?.employee.name} is of company ${stray?.company.id}, which is not the account's`,
    shown: 'The working hours of people of other companies',
  });
}

function rowFault({ employee, days, worked_minutes, break_minutes, days_present }: Row): Fault | undefined {
  const shown = 'A total that is not the sum of the days beside it';
  const names = days.map(({ day }) => day);
  const isInOrder = names.every((day, index) => index === 0 || (names[index - 1] ?? '') < day);
  const isInPeriod = names.every((day) => day >= period.start_date && day <= period.end_date);
  if (!isInOrder || !isInPeriod) {
    return { field: 'days', detail: `${employee.name} has the days ${names.join(', ')}`, shown };
  }
  const sums = {
    worked_minutes: days.reduce((sum, day) => sum + day.worked_minutes, 0),
    break_minutes: days.reduce((sum, day) => sum + day.break_minutes, 0),
    days_present: days.filter(({ first_in, last_out }) => first_in || last_out).length,
  };
  const stated: typeof sums = { worked_minutes, break_minutes, days_present };
  for (const field of ['worked_minutes', 'break_minutes', 'days_present'] as const) {
    if (stated[field] === sums[field]) continue;
    return { field, detail: `${employee.name} has ${stated[field]}, and the days have ${sums[field]}`, shown };
  }
  return undefined;
}

/** Nobody is chosen who may still be at work since yesterday. */
async function checkSheet(group: Group, client: Scope['client'], rows: readonly Row[]): Promise<void> {
  const row = rows.find(({ days }) => days.length > 0 && days.every(({ is_open }) => !is_open));
  if (!row) return group.skip(sheetKey, 'A sheet says the same as its row', 'Nobody has days that are over');
  const result = await client.call(sheetKey, { id: row.id, query: period });
  if (!result.ok) return group.check(sheetKey, 'The sheet of a person can be read', faultOf(sheetKey, result));
  group.check(sheetKey, 'A sheet says the same as its row', sheetFault(row, result.data));
  const day = result.data.days.find(({ pairs, worked_minutes }) => sumOf(pairs) !== worked_minutes);
  group.expect(sheetKey, 'The pairs of a day add up to its worked time', !day, {
    field: 'days',
    detail: `On ${day?.day} ${day?.worked_minutes} minutes were worked, and the pairs have ${sumOf(day?.pairs ?? [])}`,
    shown: 'Worked time that no events explain',
  });
}

const sumOf = (spans: readonly { minutes: number }[]) => spans.reduce((sum, { minutes }) => sum + minutes, 0);

function sheetFault(row: Row, sheet: PersonSheet): Fault | undefined {
  for (const field of ['worked_minutes', 'break_minutes', 'days_present'] as const) {
    if (row[field] === sheet[field]) continue;
    return {
      field,
      detail: `${row.employee.name} has ${row[field]} in the list, and ${sheet[field]} in the sheet`,
      shown: 'Other hours in the sheet of a person than in the timesheets',
    };
  }
  return undefined;
}
