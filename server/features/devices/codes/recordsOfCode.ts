// Attendance of a code that an employee gets or loses, which can also change how the events of those days are read. All
// renaming of past records happens here: closed months keep their records, and the audit log tells what changed and
// what stayed.

import type { PastEvents } from '../../../../src/shared/contract/employees.ts';
import { type Actor, audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { daysAfter } from '../../../platform/time/clock.ts';
import { type CodeOfEmployee, employeesByCode } from '../../employees/codes.ts';
import { withdrawUnsent } from '../../hr/delivery/withdrawals.ts';
import { clockOf } from '../../settings/clocks.ts';
import { closedMonthsChangedBy } from '../../workday/closedDays.ts';
import { daysOfMonths } from '../../workday/closedMonths.ts';
import { readAround } from '../intake/applyReadings.ts';

interface CodeRecord {
  readonly id: number;
  readonly occurred_at: string;
}

/** Gives records and corrections without an employee to this one. Requires the company's lock. */
export async function linkRecords(queries: Queries, code: CodeOfEmployee, actor: Actor): Promise<PastEvents> {
  const outcome = await nameRecords(queries, code, actor.now);
  await auditRecords(queries, code, outcome, actor);
  return outcome.events;
}

async function nameRecords(queries: Queries, code: CodeOfEmployee, now: Date): Promise<Outcome> {
  const records = await queries.all<CodeRecord>(
    sql`select id, occurred_at from attendance
      where company_id = ${code.company_id} and employee_code = ${code.code} and employee_id is null
        and ${await validBetween(queries, code)}`,
  );
  const { free, events } = await outsideClosedMonths(queries, code.company_id, records, code.employee_id, now);
  const ids = free.map(({ id }) => id);
  await lockRows(queries, 'attendance', ids, 'change');
  await queries.run(sql`update corrections set employee_id = ${code.employee_id} where attendance_id in (${ids})`);
  await queries.run(sql`update attendance set employee_id = ${code.employee_id} where id in (${ids})`);
  await readEvents(queries, code, free, now);
  return { action: 'employees.name_events', changed: free, events };
}

/**
 * Takes the employee's name from the records of a code, except those that were sent to HR, processed or corrected.
 * Records stay named if the code has become the employee ID.
 */
export async function unlinkRecords(queries: Queries, code: CodeOfEmployee, actor: Actor): Promise<PastEvents> {
  const records = await queries.all<CodeRecord>(
    sql`select id, occurred_at from attendance where employee_id = ${code.employee_id} and employee_code = ${code.code}
      and ${await validBetween(queries, code)} and is_processed = false and added_by is null
      and not exists (select 1 from employees where id = ${code.employee_id} and employee_id = ${code.code})
      and not exists (select 1 from corrections where attendance_id = attendance.id)
      and not exists (select 1 from hr_deliveries
        where attendance_id = attendance.id and (state <> 'waiting' or was_sent = true))`,
  );
  const { free, events } = await outsideClosedMonths(queries, code.company_id, records, null, actor.now);
  const ids = free.map(({ id }) => id);
  await lockRows(queries, 'attendance', ids, 'change');
  await withdrawUnsent(queries, ids);
  const unlinked = await queries.all<CodeRecord>(
    sql`update attendance set employee_id = null where id in (${ids})
      and not exists (select 1 from hr_deliveries where attendance_id = attendance.id) returning id, occurred_at`,
  );
  await readEvents(queries, code, unlinked, actor.now);
  const outcome = { ...events, changed: unlinked.length };
  await auditRecords(queries, code, { action: 'employees.unname_events', changed: unlinked, events: outcome }, actor);
  return outcome;
}

/** Names the records of a month after it was reopened, if their code got an employee while it was closed. */
export async function linkRecordsOfMonth(
  queries: Queries,
  { companyId, month }: { readonly companyId: number; readonly month: string },
  actor: Actor,
): Promise<void> {
  const { startOf, endOf, dayOf } = await clockOf(queries, companyId);
  // Shifts may cross the month's borders.
  const days = daysOfMonths([month]);
  const [from, until] = [startOf(daysAfter(days.from, -2)), endOf(daysAfter(days.until, 2))];
  const rows = await queries.all<CodeRecord & { code: string }>(
    sql`select id, employee_code as code, occurred_at from attendance
      where company_id = ${companyId} and employee_id is null and occurred_at >= ${from} and occurred_at < ${until}`,
  );
  const employeeOf = await employeesByCode(queries, companyId, [...new Set(rows.map(({ code }) => code))]);
  const codes = new Map(
    rows.flatMap(({ code, occurred_at: at }) => {
      const employeeId = employeeOf(code, dayOf(at));
      return employeeId === undefined ? [] : [[`${employeeId} ${code}`, { employeeId, code }]];
    }),
  );
  const outcomes = new Map<CodeOfEmployee, Outcome>();
  for (const { employeeId, code } of codes.values())
    for (const ofEmployee of await codesOfEmployee(queries, employeeId, code))
      outcomes.set(ofEmployee, await nameRecords(queries, ofEmployee, actor.now));
  // Audited last, because the audit's lock comes after all others.
  for (const [ofEmployee, outcome] of outcomes) await auditRecords(queries, ofEmployee, outcome, actor);
}

/** The employee's code, once for each time that it is valid; the employee ID itself always is. */
const codesOfEmployee = (queries: Queries, employeeId: number, code: string): Promise<CodeOfEmployee[]> =>
  queries.all(
    sql`select company_id, id as employee_id, employee_id as code, '' as valid_from, '' as valid_until from employees
      where id = ${employeeId} and employee_id = ${code}
      union all select company_id, employee_id, code, valid_from, valid_until from employee_codes
      where employee_id = ${employeeId} and code = ${code}`,
  );

async function validBetween(queries: Queries, { company_id, valid_from, valid_until }: CodeOfEmployee): Promise<Sql> {
  const { startOf, endOf } = await clockOf(queries, company_id);
  return sql`${valid_from === '' ? sql`true` : sql`occurred_at >= ${startOf(valid_from)}`}
    and ${valid_until === '' ? sql`true` : sql`occurred_at < ${endOf(valid_until)}`}`;
}

async function outsideClosedMonths(
  queries: Queries,
  companyId: number,
  records: readonly CodeRecord[],
  employeeId: number | null,
  now: Date,
): Promise<{ free: CodeRecord[]; events: PastEvents }> {
  const changes = records.map((record) => ({ record, step: 'change' as const, id: record.id, to: { employeeId } }));
  const closed = await closedMonthsChangedBy(queries, companyId, changes, now);
  const free = changes.filter((change) => !closed.has(change)).map(({ record }) => record);
  const months = [...new Set(closed.values())].sort();
  return { free, events: { changed: free.length, stayed: closed.size, closed_months: months } };
}

/** Reads the events of the code and of the employee's other codes. */
async function readEvents(
  queries: Queries,
  { company_id: companyId, code, employee_id: employeeId }: CodeOfEmployee,
  records: readonly CodeRecord[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  const numbers = await scalars<string>(queries, sql`select employee_id from employees where id = ${employeeId}`);
  const codes = [...new Set([code, ...numbers])];
  const moments = records.flatMap(({ occurred_at: occurredAt }) => codes.map((each) => ({ code: each, occurredAt })));
  await readAround(queries, companyId, moments, now);
}

interface Outcome {
  readonly action: 'employees.name_events' | 'employees.unname_events';
  readonly changed: readonly CodeRecord[];
  readonly events: PastEvents;
}

async function auditRecords(
  queries: Queries,
  { company_id: companyId, employee_id: employeeId, code }: CodeOfEmployee,
  { action, changed, events }: Outcome,
  actor: Actor,
): Promise<void> {
  if (events.changed + events.stayed === 0) return;
  const { workingDays } = await clockOf(queries, companyId);
  const days = new Set(changed.map(({ occurred_at }) => workingDays.dayOf(occurred_at)));
  const { closed_months, ...counts } = events;
  const after = { code, ...counts, changed_days: [...days].sort().join(', '), closed_months: closed_months.join(', ') };
  await audit(queries, actor, action, 'employees', { subjectId: employeeId, after });
}
