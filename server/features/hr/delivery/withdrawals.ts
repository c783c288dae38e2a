// Takes deliveries out of the queue, so that the next plan of their days decides again. What the HR system has, or may
// have, stays.

import { type Queries, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { isUnclear, lockRecords, withPartners } from './deliveryQueries.ts';

/**
 * Withdraws these records and those paired with them, unless one was sent; the next plan pairs them again. Sent records
 * are never taken back.
 */
export async function withdrawUnsent(queries: Queries, records: readonly number[]): Promise<void> {
  const ids = await withPartners(queries, records);
  await withdraw(queries, ids, sql`state = 'waiting' and not was_sent`);
}

/** Withdraws a record that was set aside, even if the HR system clearly refused it: no retry sends it any more. */
export async function withdrawSetAside(queries: Queries, record: number): Promise<void> {
  const isRefused = sql`state = 'failed' and not ${isUnclear(sql`hr_deliveries`)}`;
  await withdraw(
    queries,
    await withPartners(queries, [record]),
    sql`(state = 'waiting' and not was_sent or ${isRefused})`,
  );
}

/** Withdraws the guessed ends among the records of days that changed; the next sync plans those days again. */
export async function withdrawGuessedEnds(queries: Queries, records: readonly number[]): Promise<void> {
  const ends = await scalars(
    queries,
    sql`select attendance.id from attendance join hr_deliveries on attendance_id = attendance.id
      where attendance.id in (${records}) and guessed_by <> '' and event_type = 'check-out'
        and state = 'waiting' and not was_sent`,
  );
  if (ends.length > 0) await withdrawUnsent(queries, ends);
}

/** Withdraws all that a company's HR system neither took nor refused; the next plan of each day decides again. */
export async function withdrawUndelivered(queries: Queries, companyId: number): Promise<void> {
  const isUndelivered = sql`company_id = ${companyId} and (state = 'waiting' or (state = 'failed' and not was_sent))`;
  const ids = await scalars(queries, sql`select attendance_id from hr_deliveries where ${isUndelivered}`);
  await withdraw(queries, ids, isUndelivered);
}

/** Withdraws an erased employee's records that the HR system has not taken: no retry could name the employee. */
export async function withdrawErased(queries: Queries, employeeId: number): Promise<void> {
  const ids = sql`select attendance_id from hr_deliveries join attendance on attendance.id = attendance_id
    where employee_id = ${employeeId}`;
  await withdraw(queries, await scalars(queries, ids), sql`state <> 'accepted'`);
}

/**
 * Withdraws records that lost their pair, and all starts left without an end, for HR systems that take pairs. Anything
 * that the HR system may have stays.
 */
export async function withdrawUnpaired(queries: Queries, companyId: number, ends: readonly number[]): Promise<void> {
  const isWaiting = sql`company_id = ${companyId} and state = 'waiting' and not ${isUnclear(sql`hr_deliveries`)}`;
  await withdraw(queries, ends, isWaiting);
  const starts = await scalars(
    queries,
    sql`select attendance_id from hr_deliveries where ${isWaiting} and pair_start_id is null
      and not exists (select 1 from hr_deliveries as carriers
        where carriers.pair_start_id = hr_deliveries.attendance_id and carriers.state <> 'accepted')`,
  );
  await withdraw(queries, starts, isWaiting);
}

async function withdraw(queries: Queries, ids: readonly number[], condition: Sql): Promise<void> {
  await lockRecords(queries, ids);
  const deleted = sql`delete from hr_deliveries where attendance_id in (${ids}) and ${condition} returning attendance_id`;
  const withdrawn = await scalars(queries, deleted);
  await queries.run(sql`update attendance set hr_state = 'not_queued' where id in (${withdrawn})`);
}
