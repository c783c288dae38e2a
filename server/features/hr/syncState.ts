// State of each company's sync, in the table hr_sync_turns. While a run holds its lease, no other run syncs the
// company; a lease that is not renewed expires, so another process can take over from a dead one. While the HR system
// is unreachable, refuses the credentials or fails, the company waits: the schedule calls again after growing pauses,
// and no record is rejected for it.

import type { HrSyncCompanyStatus } from '../../../src/shared/contract/hr.ts';
import { changesRow, exists, maybeOne, type Queries, type Sql, scalars, sql } from '../../platform/db/db.ts';
import { asUtc, dateOf, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { hrUrlOf, isHrUrl } from './connection/connectionQueries.ts';
import { pauseMinutes } from './pauses.ts';

/** Longer than any request to the HR system takes. */
const leaseMinutes = 2;

export interface Lease {
  readonly companyId: number;
  /** Unique to the run, so that two runs of one process exclude each other, too. */
  readonly holder: string;
}

/** Condition on hr_sync_turns: a run holds the lease. */
export const isRunning = (now: Date): Sql =>
  sql`(hr_sync_turns.holder is not null and hr_sync_turns.lease_ends_at >= ${instantOf(now)})`;

/** Returns false while another run holds the lease, or if the sync was cancelled and this run may not resume it. */
export const acquireLease = (
  queries: Queries,
  { companyId, holder }: Lease,
  now: Date,
  resumesCancelled = true,
): Promise<boolean> =>
  exists(
    queries,
    sql`insert into hr_sync_turns (company_id, holder, lease_ends_at)
      values (${companyId}, ${holder}, ${leaseEnd(now)})
      on conflict (company_id) do update
        set holder = excluded.holder, lease_ends_at = excluded.lease_ends_at, cancelled_by = '', done = 0, total = 0
        where not ${isRunning(now)} and ${resumesCancelled ? sql`true` : sql`hr_sync_turns.cancelled_by = ''`}
      returning company_id`,
  );

interface Renewed {
  /** Empty if the run was not cancelled. */
  cancelled_by: string;
  /** Current address of the HR system. */
  url: string | null;
}

/** Also stores how many of the run's records have an outcome. Returns undefined if another run took over. */
export const renewLease = (
  queries: Queries,
  { companyId, holder }: Lease,
  now: Date,
  progress?: { readonly done: number; readonly total: number },
): Promise<Renewed | undefined> =>
  maybeOne<Renewed>(
    queries,
    sql`update hr_sync_turns set lease_ends_at = ${leaseEnd(now)}
        ${progress ? sql`, done = ${progress.done}, total = ${progress.total}` : sql``}
      where company_id = ${companyId} and holder = ${holder}
      returning cancelled_by, (select url from ${hrUrlOf(companyId)}) as url`,
  );

export interface RunEnd {
  /** Number of records the HR system accepted. */
  readonly accepted: number;
  readonly error: string | undefined;
}

/** Also stores how the run ended. It succeeded if at least one record was accepted. */
export async function releaseLease(
  queries: Queries,
  { companyId, holder }: Lease,
  { accepted, error }: RunEnd,
  now: Date,
): Promise<void> {
  const at = instantOf(now);
  const success = accepted > 0 ? sql`, last_success_at = ${at}` : sql``;
  const failure = error === undefined ? sql`` : sql`, last_error_at = ${at}, last_error = ${error}`;
  await queries.run(
    sql`update hr_sync_turns set holder = null, last_run_at = ${at}${success}${failure}
      where company_id = ${companyId} and holder = ${holder}`,
  );
}

/** Ends a lease that was not for a sync, and so says nothing about the last one. */
export async function returnLease(queries: Queries, { companyId, holder }: Lease): Promise<void> {
  await queries.run(sql`update hr_sync_turns set holder = null where company_id = ${companyId} and holder = ${holder}`);
}

/**
 * Has the schedule sync the company once more: at once if a slot met a running sync, which may cover only one day, or
 * at `from` when records are held back until then.
 */
export async function requestCatchUp(queries: Queries, companyId: number, from: string | null = null): Promise<void> {
  await queries.run(
    sql`update hr_sync_turns set is_owed_turn = true, owed_from = ${from} where company_id = ${companyId}`,
  );
}

/** Companies whose catch-up is due and whose sync has ended. */
export const companiesToCatchUp = (queries: Queries, now: Date): Promise<number[]> =>
  scalars(
    queries,
    sql`select company_id from hr_sync_turns
      where is_owed_turn = true and (owed_from is null or owed_from <= ${instantOf(now)}) and cancelled_by = ''
        and not ${isRunning(now)} order by company_id`,
  );

type LastSync = Required<
  Pick<HrSyncCompanyStatus, 'is_running' | 'last_run' | 'last_success' | 'progress' | 'is_cancelled'>
> &
  Pick<HrSyncCompanyStatus, 'last_error' | 'wait'>;

interface LastSyncRow {
  company_id: number;
  is_running: boolean;
  last_run_at: string | null;
  last_success_at: string | null;
  last_error_at: string | null;
  last_error: string;
  is_cancelled: boolean;
  done: number;
  total: number;
  waits_since: string | null;
  resume_at: string | null;
  wait_reason: string;
}

/** Keyed by company; companies that never ran a sync are missing. */
export async function findLastSyncs(queries: Queries, scope: Sql, now: Date): Promise<Map<number, LastSync>> {
  const rows = await queries.all<LastSyncRow>(
    sql`select company_id, ${isRunning(now)} as is_running, last_run_at, last_success_at, last_error_at, last_error, cancelled_by <> '' as is_cancelled, done, total,
        case when ${waits} then waits_since end as waits_since, resume_at, wait_reason
      from hr_sync_turns where ${scope}`,
    ['is_running', 'is_cancelled'],
  );
  return new Map(rows.map((row) => [row.company_id, lastSyncOf(row)]));
}

export const neverSynced: LastSync = {
  is_running: false,
  last_run: '',
  last_success: '',
  progress: null,
  is_cancelled: false,
};

function lastSyncOf(row: LastSyncRow): LastSync {
  return {
    is_running: row.is_running,
    last_run: asUtc(row.last_run_at),
    last_success: asUtc(row.last_success_at),
    progress: row.is_running && row.total > 0 ? { done: row.done, total: row.total } : null,
    is_cancelled: row.is_cancelled,
    ...(row.waits_since !== null && {
      wait: { since: asUtc(row.waits_since), next_try: asUtc(row.resume_at), sentence: row.wait_reason },
    }),
    ...(row.last_error_at !== null && {
      last_error: { at: asUtc(row.last_error_at), sentence: row.last_error },
    }),
  };
}

const leaseEnd = (now: Date) => instantOf(plusMinutes(now, leaseMinutes));

/** Failure of an HR system; the reason has no full stop. */
export interface HrFailure {
  readonly reason: string;
  /** Earliest next call, if the HR system named one. */
  readonly resumeAt: Date | undefined;
}

export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

/** Shorter than for a single record: a recovered HR system should soon get what is waiting. */
const longestPauseMinutes = 60;

/** Condition on hr_sync_turns: the company waits, and its HR system still has the address that failed. */
const waits = sql`failed_tries > 0 and exists (select 1 from company_urls
  where company_urls.company_id = hr_sync_turns.company_id and ${isHrUrl} and company_urls.url = wait_url)`;

/** Condition on hr_sync_turns: the schedule must not call the HR system yet. */
export const isPaused = (now: Date): Sql => sql`(resume_at > ${instantOf(now)} and ${waits})`;

/** Undefined if the schedule may call the HR system now. */
export async function findPause(queries: Queries, companyId: number, now: Date): Promise<Wait | undefined> {
  const row = await maybeOne<{ resume_at: string; wait_reason: string }>(
    queries,
    sql`select resume_at, wait_reason from hr_sync_turns where company_id = ${companyId} and ${isPaused(now)}`,
  );
  return row && { until: dateOf(row.resume_at), reason: row.wait_reason };
}

/** Ignores failures before the pause has ended, which only a user's try can cause. `chance` is in [0, 1). */
export async function noteFailure(
  queries: Queries,
  companyId: number,
  url: string,
  { reason, resumeAt }: HrFailure,
  { now, chance }: { now: Date; chance: number },
): Promise<void> {
  const before = await maybeOne<{ failed_tries: number; resume_at: string | null; waits_since: string | null }>(
    queries,
    sql`select failed_tries, resume_at, waits_since from hr_sync_turns
      where company_id = ${companyId} and failed_tries > 0 and wait_url = ${url}`,
  );
  const paused = before?.resume_at && before.resume_at > instantOf(now) ? dateOf(before.resume_at) : undefined;
  const tries = (before?.failed_tries ?? 0) + (paused ? 0 : 1);
  const own = paused ?? plusMinutes(now, pauseMinutes(tries, chance, longestPauseMinutes));
  const until = resumeAt && resumeAt > own ? resumeAt : own;
  await queries.run(
    sql`update hr_sync_turns set failed_tries = ${tries}, resume_at = ${instantOf(until)},
        waits_since = ${before?.waits_since ?? instantOf(now)}, wait_reason = ${reason}, wait_url = ${url}
      where company_id = ${companyId}`,
  );
}

/** More than the clocks of servers differ by. */
const setBackMinutes = 10;

/**
 * Forgets leases, waits, pauses and readings that were stored while the clock was ahead: companies and records would
 * wait until then. A record may have been sent just before the clock was set back.
 */
export async function forgetFutureTimes(queries: Queries, now: Date): Promise<void> {
  const at = instantOf(now);
  const ahead = instantOf(plusMinutes(now, setBackMinutes));
  await queries.run(
    sql`update hr_sync_turns set resume_at = ${at}, last_run_at = ${at} where resume_at > ${at} and last_run_at > ${ahead}`,
  );
  await queries.run(
    sql`update hr_deliveries set next_try_at = ${at}, last_attempt_at = ${at}
      where state = 'waiting' and last_attempt_at > ${ahead}`,
  );
  await queries.run(sql`update hr_sync_turns set holder = null where lease_ends_at > ${ahead}`);
  await queries.run(sql`update hr_connections set leave_tried_at = null where leave_tried_at > ${ahead}`);
  await queries.run(
    sql`update hr_connections set people_read_at = ${at}, people_tried_at = null where people_read_at > ${ahead}`,
  );
}

/** Returns true if the company had waited. */
export const endWait = (queries: Queries, companyId: number): Promise<boolean> =>
  changesRow(
    queries,
    sql`update hr_sync_turns set failed_tries = 0, resume_at = null, waits_since = null, wait_reason = ''
      where company_id = ${companyId} and failed_tries > 0`,
  );
