// The delivery of each record: waiting, accepted by the HR system, or at rest as failed.

import type { EventType } from '../../../src/contract/entities/attendance.ts';
import { instantOf } from '../../time/instants.ts';
import { maybeOne, one, type Queries } from '../../db/db.ts';
import { join, type Sql, sql } from '../../db/sql.ts';

export interface Delivery {
  attendance_id: number;
  event_type: EventType;
  occurred_at: string;
  attempts: number;
  employee_id: string;
  crm_employee_id: string;
  controller: string;
}

export type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'waiting'; readonly error: string; readonly nextTry: Date };

/** Of one that is there already only the day changes, which is another one after a change of the time zone. */
export async function enqueue(
  queries: Queries,
  companyId: number,
  day: string,
  attendanceIds: readonly number[],
  at: Date,
): Promise<void> {
  const rowsAtOnce = 500;
  for (let from = 0; from < attendanceIds.length; from += rowsAtOnce) {
    const rows = attendanceIds
      .slice(from, from + rowsAtOnce)
      .map((id) => sql`(${id}, ${companyId}, ${day}, 'waiting', ${instantOf(at)})`);
    await queries.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        values ${join(rows, ', ')}
        on conflict (attendance_id) do update set day = excluded.day
          where hr_deliveries.state = 'waiting' and hr_deliveries.day <> excluded.day`,
    );
  }
}

/** Those of some days, or whatever is due by now. */
export type Selection = { readonly days: readonly string[] } | { readonly dueAt: Date };

const selected = (selection: Selection): Sql =>
  'days' in selection ? sql`day in (${selection.days})` : sql`next_try_at <= ${instantOf(selection.dueAt)}`;

/** What was tried least comes first, so that nothing stands behind records that fail again and again. */
export function waitingDeliveries(queries: Queries, companyId: number, selection: Selection): Promise<Delivery[]> {
  return queries.all(
    sql`select attendance_id, event_type, occurred_at, attempts, employees.employee_id,
        employees.crm_employee_id, access_controllers.unique_identifier as controller
      from hr_deliveries
        join attendance on attendance.id = hr_deliveries.attendance_id
        join employees on employees.id = attendance.employee_id
        join access_controllers on access_controllers.id = attendance.access_controller_id
      where hr_deliveries.company_id = ${companyId} and state = 'waiting' and ${selected(selection)}
      order by attempts, occurred_at, attendance_id`,
  );
}

export async function companiesWithDue(queries: Queries, at: Date): Promise<number[]> {
  const rows = await queries.all<{ company_id: number }>(
    sql`select distinct company_id from hr_deliveries
      where state = 'waiting' and next_try_at <= ${instantOf(at)} order by company_id`,
  );
  return rows.map((row) => row.company_id);
}

/** Before they are sent: a process that dies now has left the truth behind. */
export async function beginAttempt(queries: Queries, deliveries: readonly Delivery[], nextTry: Date): Promise<void> {
  await queries.run(
    sql`update hr_deliveries set attempts = attempts + 1, next_try_at = ${instantOf(nextTry)},
        last_error = 'It may have been sent, but no answer came back'
      where attendance_id in (${deliveries.map((delivery) => delivery.attendance_id)}) and state = 'waiting'`,
  );
}

/** With a whole batch, which says nothing about each of them. */
export async function noteRefusal(queries: Queries, deliveries: readonly Delivery[], reason: string): Promise<void> {
  await queries.run(
    sql`update hr_deliveries set last_error = ${reason}
      where attendance_id in (${deliveries.map((delivery) => delivery.attendance_id)}) and state = 'waiting'`,
  );
}

/** An answer that comes late, after another process took over, never turns accepted into something else. */
export async function settle(queries: Queries, outcomes: ReadonlyMap<number, Outcome>, at: Date): Promise<void> {
  const accepted = [...outcomes].filter(([, { kind }]) => kind === 'accepted').map(([id]) => id);
  if (accepted.length > 0) {
    await queries.run(
      sql`update hr_deliveries set state = 'accepted', accepted_at = ${instantOf(at)}, last_error = ''
        where attendance_id in (${accepted}) and state <> 'accepted'`,
    );
  }
  for (const [id, outcome] of outcomes) {
    if (outcome.kind === 'accepted') continue;
    const nextTry = outcome.kind === 'waiting' ? sql`${instantOf(outcome.nextTry)}` : sql`next_try_at`;
    await queries.run(
      sql`update hr_deliveries set state = ${outcome.kind}, last_error = ${outcome.error},
          next_try_at = ${nextTry}
        where attendance_id = ${id} and state = 'waiting'`,
    );
  }
}

/** Those at rest are tried again from the start. Answers how many there were. */
export function wake(queries: Queries, companyId: number, day: string | undefined, at: Date): Promise<number> {
  const ofDay = day === undefined ? sql`true` : sql`day = ${day}`;
  return queries.run(
    sql`update hr_deliveries set state = 'waiting', attempts = 0, next_try_at = ${instantOf(at)}
      where company_id = ${companyId} and state = 'failed' and ${ofDay}`,
  );
}

export async function daysWaiting(queries: Queries, companyId: number): Promise<string[]> {
  const rows = await queries.all<{ day: string }>(
    sql`select distinct day from hr_deliveries where company_id = ${companyId} and state = 'waiting'
      order by day`,
  );
  return rows.map((row) => row.day);
}

export function countDeliveries(queries: Queries, companyId: number): Promise<{ waiting: number; failed: number }> {
  return one(
    queries,
    sql`select count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'failed') as failed
      from hr_deliveries where company_id = ${companyId} and state in ('waiting', 'failed')`,
  );
}

interface FoundDelivery {
  company_id: number;
  occurred_at: string;
  attempts: number;
  last_error: string;
  next_try_at: string | null;
}

/** Also of a record that no plan has sent so far. */
export const findDelivery = (queries: Queries, attendanceId: number): Promise<FoundDelivery | undefined> =>
  maybeOne(
    queries,
    sql`select attendance.company_id, occurred_at, coalesce(attempts, 0) as attempts,
        coalesce(last_error, '') as last_error, next_try_at
      from attendance left join hr_deliveries on attendance_id = attendance.id
      where attendance.id = ${attendanceId}`,
  );
