// Deliveries: each is one record on its way to the HR system. Its state is 'waiting' (new, or to be retried at
// next_try_at), 'accepted', or 'failed', which needs a user's retry.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { maybeOne, one, type Queries, rowsOf, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { isPaused, isRunning } from '../syncState.ts';

export interface Delivery {
  attendance_id: number;
  idempotency_key: string;
  /** Whether at least one request contained it, answered or not. */
  was_sent: boolean;
  event_type: EventType;
  occurred_at: string;
  attempts: number;
  employee_number: string;
  crm_employee_id: string;
  controller: string;
  latitude: number | null;
  longitude: number | null;
  last_attempt_at: string | null;
  /** Whether its last request had no clear answer, so that the HR system may have the record. */
  is_unclear: boolean;
  /** Whether the HR system may have its pair with another end. */
  has_unclear_sibling: boolean;
  /** Whether it starts the pair of a waiting record. */
  starts_waiting: boolean;
  /** The person in the HR system, if known. */
  person_id: string | null;
  /** Start of the pair that this record ends. */
  pair_start_id: number | null;
  pair_start_at: string | null;
  /** Id under which the HR system has the pair of this person with another end. */
  remote_id: string | null;
}

/** Proof that the HR system has a record. */
export type Evidence = 'answer' | 'duplicate' | 'found';

export interface Queued {
  readonly id: number;
  readonly key: string;
  /** Start of the pair that it ends, for HR systems that take pairs. */
  readonly pair_start_id: number | null;
}

/**
 * Once queued, a record changes only its day, when the company's time zone changes, and its pair, as long as the HR
 * system cannot have it.
 */
export async function enqueue(
  queries: Queries,
  companyId: number,
  day: string,
  records: readonly Queued[],
  now: Date,
): Promise<void> {
  const rows = rowsOf(queuedColumns, records);
  const ids = records.map(({ id }) => id);
  await lockRecords(queries, ids);
  await queries.run(
    sql`update hr_deliveries set day = ${day}, pair_start_id = ${pairStart}
      from ${rows} where attendance_id = rows.id and state = 'waiting'
        and (day <> ${day} or hr_deliveries.pair_start_id is distinct from rows.pair_start_id)`,
  );
  await queries.run(
    sql`insert into hr_deliveries (attendance_id, company_id, idempotency_key, day, state, next_try_at, pair_start_id)
      select id, ${companyId}, key, ${day}, 'waiting', ${instantOf(now)}, rows.pair_start_id from ${rows}
      where not exists (select 1 from hr_deliveries where attendance_id = rows.id)
        and exists (select 1 from attendance where attendance.id = rows.id
          and not exists (select 1 from erasures where kind = 'employees' and person_id = employee_id))`,
  );
}

const queuedColumns = { id: 'bigint', key: 'text', pair_start_id: 'bigint' } as const;

/** Whether the last request had no clear answer: a clear one resets the time of the attempt. */
export const isUnclear = (deliveries: Sql): Sql =>
  sql`(${deliveries}.was_sent and ${deliveries}.last_attempt_at is not null)`;

/** Keeps the pair of a record that the HR system may have. */
const pairStart = sql`case when ${isUnclear(sql`hr_deliveries`)}
  then coalesce(hr_deliveries.pair_start_id, rows.pair_start_id) else rows.pair_start_id end`;

type Selection =
  | { readonly days: readonly string[] }
  | { readonly records: readonly number[] }
  | { readonly dueAt: Date };

/** Both records of a pair have the same day. */
function matches(selection: Selection): Sql {
  if ('days' in selection) return sql`day in (${selection.days})`;
  if ('records' in selection) return isOneOf(selection.records);
  return sql`next_try_at <= ${instantOf(selection.dueAt)}`;
}

/** Selects these records and every record paired with one of them, including by another end. */
function isOneOf(ids: readonly number[]): Sql {
  const starts = sql`(select pair_start_id from hr_deliveries where attendance_id in (${ids}))`;
  return sql`(hr_deliveries.attendance_id in (${ids}) or hr_deliveries.pair_start_id in (${ids})
    or hr_deliveries.attendance_id in ${starts} or hr_deliveries.pair_start_id in ${starts})`;
}

/** Fewest attempts first, so that failing records do not delay others. `sentTo` is the target HR system. */
export const waitingDeliveries = (
  queries: Queries,
  companyId: number,
  selection: Selection,
  sentTo: string,
): Promise<Delivery[]> =>
  deliveriesOf(
    queries,
    sql`(select * from hr_deliveries where company_id = ${companyId} and state = 'waiting' and ${matches(selection)})`,
    sentTo,
  );

/** Shows deliveries as `enqueue` would store them. */
export const queuedDeliveries = (
  queries: Queries,
  companyId: number,
  records: readonly Queued[],
  sentTo: string,
): Promise<Delivery[]> =>
  deliveriesOf(
    queries,
    sql`(select rows.id as attendance_id, cast(${companyId} as bigint) as company_id,
        case when state is null then rows.key else hr_deliveries.idempotency_key end as idempotency_key,
        coalesce(was_sent, false) as was_sent, coalesce(attempts, 0) as attempts, last_attempt_at,
        ${pairStart} as pair_start_id
      from ${rowsOf(queuedColumns, records)}
        left join hr_deliveries on hr_deliveries.attendance_id = rows.id)`,
    sentTo,
  );

/** Deliveries from before keys were stored keep the key they were sent with. */
const deliveriesOf = (queries: Queries, queued: Sql, sentTo: string): Promise<Delivery[]> =>
  queries.all(
    sql`select queued.attendance_id, was_sent, attendance.event_type, coalesce(idempotency_key,
          companies.unique_identifier || '/' || queued.attendance_id || '/' || attendance.event_type) as idempotency_key,
        attendance.occurred_at, attempts, last_attempt_at, queued.pair_start_id, hr_matches.person_id,
        coalesce(${isUnclear(sql`queued`)}, false) as is_unclear,
        exists (select 1 from hr_deliveries as other where other.pair_start_id = queued.pair_start_id
          and other.attendance_id <> queued.attendance_id and other.state <> 'accepted'
          and ${isUnclear(sql`other`)}) as has_unclear_sibling,
        exists (select 1 from hr_deliveries as other where other.pair_start_id = queued.attendance_id
          and other.state = 'waiting') as starts_waiting,
        employees.employee_id as employee_number, employees.crm_employee_id,
        access_controllers.unique_identifier as controller, latitude, longitude,
        pair_start.occurred_at as pair_start_at,
        (select max(other.remote_id) from hr_deliveries as other
          where other.pair_start_id = queued.pair_start_id and other.state = 'accepted'
            and other.sent_to = ${sentTo} and other.person_id in ('', hr_matches.person_id)) as remote_id
      from ${queued} as queued
        join companies on companies.id = queued.company_id
        join attendance on attendance.id = queued.attendance_id
        join employees on employees.id = attendance.employee_id
        join access_controllers on access_controllers.id = attendance.access_controller_id
        left join attendance as pair_start on pair_start.id = queued.pair_start_id
        left join hr_matches on hr_matches.employee_id = employees.id and hr_matches.company_id = queued.company_id
      order by attempts, attendance.occurred_at, queued.attendance_id`,
    ['was_sent', 'is_unclear', 'has_unclear_sibling', 'starts_waiting'],
  );

/**
 * Skips companies that wait for their HR system, and those whose sync is running or was cancelled. Looks up each of the
 * others, because SQLite would otherwise read all deliveries ever made, in the order of companies.
 */
export const companiesWithDueDeliveries = (queries: Queries, now: Date): Promise<number[]> =>
  scalars(
    queries,
    sql`select id from companies
      where id not in (select company_id from hr_sync_turns
          where ${isPaused(now)} or cancelled_by <> '' or ${isRunning(now)})
        and exists (select 1 from hr_deliveries
          where company_id = companies.id and state = 'waiting' and next_try_at <= ${instantOf(now)})
      order by id`,
  );

/** Makes a company's waiting deliveries due now, except those sent since `since` without a clear answer. */
export async function makeDeliveriesDue(queries: Queries, companyId: number, now: Date, since = now): Promise<void> {
  await queries.run(
    sql`update hr_deliveries set next_try_at = ${instantOf(now)}
      where company_id = ${companyId} and state = 'waiting' and next_try_at > ${instantOf(now)}
        and not (was_sent and last_attempt_at is not null and last_attempt_at > ${instantOf(since)})`,
  );
}

/**
 * Resumes ends that failed without a clear answer and were then set aside: nothing else retries them, and another end
 * of the pair waits for the answer.
 */
export async function resumeUnclearEnds(queries: Queries, companyId: number, now: Date): Promise<void> {
  const ids = await scalars(
    queries,
    sql`select attendance_id from hr_deliveries
      where company_id = ${companyId} and state = 'failed' and ${isUnclear(sql`hr_deliveries`)}
        and not (${isNotSetAside}) and exists (select 1 from hr_deliveries as other
          where other.pair_start_id = hr_deliveries.pair_start_id and other.state = 'waiting')`,
  );
  await requeue(queries, ids, now);
}

/** Queues failed deliveries again with a fresh set of attempts, except a deleted company's. Returns their number. */
async function requeue(queries: Queries, ids: readonly number[], now: Date, condition = sql`true`): Promise<number> {
  await lockRecords(queries, ids);
  return queries.run(
    sql`update hr_deliveries set state = 'waiting', attempts = 0, next_try_at = ${instantOf(now)}
      where attendance_id in (${ids}) and ${condition} and state = 'failed'
        and company_id in (select id from companies where deleted_at is null)`,
  );
}

/** Returns the number of requeued deliveries. */
export async function requeueFailed(
  queries: Queries,
  companyId: number,
  day: string | undefined,
  now: Date,
): Promise<number> {
  const isFailed = sql`company_id = ${companyId} and state = 'failed' ${day === undefined ? sql`` : sql`and day = ${day}`}`;
  const ids = await scalars(queries, sql`select attendance_id from hr_deliveries where ${isFailed}`);
  return requeue(queries, ids, now, isNotSetAside);
}

export async function requeueRecords(queries: Queries, records: readonly number[], now: Date): Promise<void> {
  await requeue(queries, await withPartners(queries, records), now, isNotSetAside);
}

export async function withPartners(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const partners = await scalars(queries, sql`select attendance_id from hr_deliveries where ${isOneOf(ids)}`);
  return [...new Set([...ids, ...partners])];
}

const isNotSetAside = sql`not exists
  (select 1 from attendance where attendance.id = hr_deliveries.attendance_id and set_aside_by is not null)`;

/** Locks the records, because a delivery's state is copied to its record. */
export const lockRecords = (queries: Queries, ids: readonly number[]): Promise<void> =>
  lockRows(queries, 'attendance', ids, 'change');

export const waitingDays = (queries: Queries, companyId: number): Promise<string[]> =>
  scalars<string>(
    queries,
    sql`select distinct day from hr_deliveries where company_id = ${companyId} and state = 'waiting' order by day`,
  );

/** Failed deliveries need a manual retry, waiting ones are sent without one. */
interface Problems {
  failed: number;
  waiting: number;
}

/** Joined by company, because the index of states starts with it. Records of a deleted company cannot be sent. */
const problemsOf = (caller: Caller, companyId?: number): Sql =>
  sql`count(case when state = 'failed' then 1 end) as failed, count(case when state = 'waiting' then 1 end) as waiting
    from companies join hr_deliveries on company_id = companies.id and state in ('failed', 'waiting')
    where deleted_at is null and ${companyScope(caller, sql`companies.id`, companyId)}`;

/** Counts for all companies that the caller sees. */
export const countDeliveryProblems = (queries: Queries, caller: Caller): Promise<Problems> =>
  one<Problems>(queries, sql`select ${problemsOf(caller)}`);

/** Counts for each company that the caller sees, or for one. Leaves out companies without problems. */
export const problemsByCompany = (
  queries: Queries,
  caller: Caller,
  companyId?: number,
): Promise<(Problems & { company_id: number })[]> =>
  queries.all(sql`select companies.id as company_id, ${problemsOf(caller, companyId)} group by companies.id`);

export interface RecordDelivery {
  company_is_active: boolean;
  company_is_deleted: boolean;
  company_id: number;
  occurred_at: string;
  attempts: number;
  last_error: string;
  next_try_at: string | null;
  accepted_at: string | null;
  evidence: Evidence | '';
  /** Empty if the HR system named none. */
  remote_id: string;
  /** Connector and host of the HR system. */
  sent_to: string;
}

/** Also finds records that were never queued. */
export const findDelivery = (queries: Queries, attendanceId: number): Promise<RecordDelivery | undefined> =>
  maybeOne(
    queries,
    sql`select attendance.company_id, companies.is_active as company_is_active,
        companies.deleted_at is not null as company_is_deleted, occurred_at, coalesce(attempts, 0) as attempts,
        coalesce(last_error, '') as last_error, next_try_at, accepted_at, coalesce(evidence, '') as evidence,
        coalesce(remote_id, '') as remote_id, coalesce(sent_to, '') as sent_to
      from attendance
        join companies on companies.id = attendance.company_id
        left join hr_deliveries on attendance_id = attendance.id
      where attendance.id = ${attendanceId}`,
    ['company_is_active', 'company_is_deleted'],
  );
