// The attendance of a code when somebody gets it, or has it no more: who it is of changes, and with it may change what
// the events of the days mean.

import type { Queries } from '../../db/db.ts';
import { lockRow } from '../../db/rowLocks.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { withdrawUnsent } from '../../hr/delivery/deliveryQueries.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { readAndCarryOut } from '../intake/carryOut.ts';
import { companyCalendar, readPeople } from '../intake/readPeople.ts';

export interface CodeOfEmployee {
  readonly companyId: number;
  readonly employeeId: number;
  readonly employeeNumber: string;
  readonly code: string;
  /** Days of business time, both included; empty means always. */
  readonly validFrom: string;
  readonly validUntil: string;
}

/** Records and corrections of nobody become the employee's. Answers how many records. */
export async function linkRecords(queries: Queries, code: CodeOfEmployee, now: Date): Promise<number> {
  const period = await instantsOf(queries, code);
  const unknown = sql`company_id = ${code.companyId} and employee_code = ${code.code} and employee_id is null
    and ${period}`;
  await queries.run(sql`update corrections set employee_id = ${code.employeeId} where ${unknown}`);
  const linked = await queries.all<{ occurred_at: string }>(
    sql`update attendance set employee_id = ${code.employeeId} where ${unknown} returning occurred_at`,
  );
  await readAround(queries, code, linked, now);
  return linked.length;
}

/** The employee's records with the code become nobody's, but for those that were sent to HR, processed or corrected. */
export async function unlinkRecords(queries: Queries, code: CodeOfEmployee, now: Date): Promise<void> {
  const period = await instantsOf(queries, code);
  const found = await queries.all<{ id: number }>(
    sql`select id from attendance where employee_id = ${code.employeeId} and employee_code = ${code.code} and ${period}
      and is_processed = false and added_by is null
      and not exists (select 1 from corrections where attendance_id = attendance.id)
      and not exists (select 1 from hr_deliveries
        where attendance_id = attendance.id and (state <> 'waiting' or was_sent = true))`,
  );
  const ids = found.map(({ id }) => id);
  await lockRow(queries, sql`attendance where id in (${ids}) order by id`, 'change');
  await withdrawUnsent(queries, ids);
  const unlinked = await queries.all<{ occurred_at: string }>(
    sql`update attendance set employee_id = null where id in (${ids})
      and not exists (select 1 from hr_deliveries where attendance_id = attendance.id) returning occurred_at`,
  );
  await readAround(queries, code, unlinked, now);
}

async function instantsOf(queries: Queries, { validFrom, validUntil }: CodeOfEmployee): Promise<Sql> {
  const businessTime = await currentBusinessTime(queries);
  return sql`${validFrom === '' ? sql`true` : sql`occurred_at >= ${businessTime.startOf(validFrom)}`}
    and ${validUntil === '' ? sql`true` : sql`occurred_at < ${businessTime.endOf(validUntil)}`}`;
}

/** For the code itself, and for the employee's other codes. */
async function readAround(
  queries: Queries,
  { companyId, code, employeeNumber }: CodeOfEmployee,
  records: readonly { readonly occurred_at: string }[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  const touches = records.flatMap(({ occurred_at: occurredAt }) =>
    [code, employeeNumber].map((each) => ({ code: each, occurredAt })),
  );
  const calendar = await companyCalendar(queries, companyId);
  await readAndCarryOut(queries, calendar, await readPeople(queries, calendar, { facts: [], touches }), now);
}
