// Leases: while a run syncs a company, no other run does. A lease that is not renewed expires, so another process
// can take over from one that died. The table hr_sync_turns also keeps how the last run ended.

import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { hrUrlOf } from './hrSystemQueries.ts';
import { asUtc, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { waitColumns } from './companyWait.ts';

/** Longer than one request to the HR system can take. */
const leaseMinutes = 2;

export interface Lease {
  readonly companyId: number;
  /** Unique to the run, so that two runs of one process exclude each other too. */
  readonly holder: string;
}

/** Returns false while another run holds the lease, or if somebody cancelled the sync and this run may not resume it. */
export async function acquireLease(
  queries: Queries,
  { companyId, holder }: Lease,
  now: Date,
  resumesCancelled = true,
): Promise<boolean> {
  const row = await maybeOne(
    queries,
    sql`insert into hr_sync_turns (company_id, holder, lease_ends_at)
      values (${companyId}, ${holder}, ${leaseEnd(now)})
      on conflict (company_id) do update
        set holder = excluded.holder, lease_ends_at = excluded.lease_ends_at, cancelled_by = '', done = 0, total = 0
        where (hr_sync_turns.holder is null or hr_sync_turns.lease_ends_at < ${instantOf(now)})
          and ${resumesCancelled ? sql`true` : sql`hr_sync_turns.cancelled_by = ''`}
      returning company_id`,
  );
  return row !== undefined;
}

/** How many of the records of a run have an outcome. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface Renewed {
  /** Empty if nobody did. */
  cancelled_by: string;
  /** The present address of the HR system. */
  url: string | null;
}

/** Also notes the progress. Returns undefined if another run has taken the lease over. */
export function renewLease(
  queries: Queries,
  { companyId, holder }: Lease,
  { done, total }: Progress,
  now: Date,
): Promise<Renewed | undefined> {
  return maybeOne<Renewed>(
    queries,
    sql`update hr_sync_turns set lease_ends_at = ${leaseEnd(now)}, done = ${done}, total = ${total}
      where company_id = ${companyId} and holder = ${holder}
      returning cancelled_by, (select url from ${hrUrlOf(companyId)}) as url`,
  );
}

/** Cancels the run that goes on, which stops before its next request: now, unless somebody did before. */
export async function cancelRun(
  queries: Queries,
  companyId: number,
  name: string,
  now: Date,
): Promise<'now' | 'before' | 'nothing runs'> {
  const runs = sql`company_id = ${companyId} and holder is not null and lease_ends_at >= ${instantOf(now)}`;
  const cancelled = await queries.run(
    sql`update hr_sync_turns set cancelled_by = ${name} where ${runs} and cancelled_by = ''`,
  );
  if (cancelled === 1) return 'now';
  return (await maybeOne(queries, sql`select holder from hr_sync_turns where ${runs}`)) ? 'before' : 'nothing runs';
}

export interface RunEnd {
  /** How many records the HR system accepted. */
  readonly accepted: number;
  /** The first one. */
  readonly error: string | undefined;
}

/** Also records how the run ended. It succeeded if at least one record was accepted. */
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

/**
 * The schedule owes the company a sync of its own: at once if a slot met a running one, perhaps of one day only, and at
 * `from` if records will not be held back any more then.
 */
export async function oweTurn(queries: Queries, companyId: number, from: string | null = null): Promise<void> {
  await queries.run(
    sql`update hr_sync_turns set is_owed_turn = true, owed_from = ${from} where company_id = ${companyId}`,
  );
}

export async function takeTurn(queries: Queries, companyId: number): Promise<void> {
  await queries.run(
    sql`update hr_sync_turns set is_owed_turn = false, owed_from = null
      where company_id = ${companyId} and is_owed_turn = true`,
  );
}

/** Those whose time has come, and whose sync has ended by now. */
export async function companiesOwedTurn(queries: Queries, now: Date): Promise<number[]> {
  const rows = await queries.all<{ company_id: number }>(
    sql`select company_id from hr_sync_turns
      where is_owed_turn = true and (owed_from is null or owed_from <= ${instantOf(now)}) and cancelled_by = ''
        and (holder is null or lease_ends_at < ${instantOf(now)}) order by company_id`,
  );
  return rows.map((row) => row.company_id);
}

interface LastSync {
  is_running: boolean;
  last_run: string;
  last_success: string;
  last_error?: { at: string; sentence: string };
  /** Of the run that is under way. */
  progress: Progress | null;
  is_cancelled: boolean;
  /** For the HR system, until the next try. */
  wait?: { since: string; next_try: string; sentence: string };
}

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

/** By company. Without a company that never ran a sync. */
export async function findLastSyncs(queries: Queries, scope: Sql, now: Date): Promise<Map<number, LastSync>> {
  const rows = await queries.all<LastSyncRow>(
    sql`select company_id, holder is not null and lease_ends_at >= ${instantOf(now)} as is_running,
        last_run_at, last_success_at, last_error_at, last_error, cancelled_by <> '' as is_cancelled, done, total,
        ${waitColumns}
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

export async function findLastSync(queries: Queries, companyId: number, now: Date): Promise<LastSync> {
  const found = await findLastSyncs(queries, sql`company_id = ${companyId}`, now);
  return found.get(companyId) ?? neverSynced;
}

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
