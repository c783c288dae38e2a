// Leases: while a run syncs a company, no other run does. A lease that is not renewed expires, so another process
// can take over from one that died. The table hr_sync_turns also keeps how the last run ended.

import { maybeOne, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { asUtc, instantOf, plusMinutes } from '../time/instants.ts';

/** Longer than one request to the HR system can take. */
const leaseMinutes = 2;

export interface Lease {
  readonly companyId: number;
  /** Unique to the run, so that two runs of one process exclude each other too. */
  readonly holder: string;
}

/** Returns false while another run holds the lease. */
export async function acquireLease(queries: Queries, { companyId, holder }: Lease, now: Date): Promise<boolean> {
  const row = await maybeOne(
    queries,
    sql`insert into hr_sync_turns (company_id, holder, lease_ends_at)
      values (${companyId}, ${holder}, ${leaseEnd(now)})
      on conflict (company_id) do update
        set holder = excluded.holder, lease_ends_at = excluded.lease_ends_at
        where hr_sync_turns.holder is null or hr_sync_turns.lease_ends_at < ${instantOf(now)}
      returning company_id`,
  );
  return row !== undefined;
}

/** Returns false if another run has taken the lease over. */
export async function renewLease(queries: Queries, { companyId, holder }: Lease, now: Date): Promise<boolean> {
  const renewed = await queries.run(
    sql`update hr_sync_turns set lease_ends_at = ${leaseEnd(now)}
      where company_id = ${companyId} and holder = ${holder}`,
  );
  return renewed === 1;
}

/** Also records how the run ended: its first error, or undefined for success. */
export async function releaseLease(
  queries: Queries,
  { companyId, holder }: Lease,
  error: string | undefined,
  now: Date,
): Promise<void> {
  const result =
    error === undefined
      ? sql`last_success_at = ${instantOf(now)}`
      : sql`last_error_at = ${instantOf(now)}, last_error = ${error}`;
  await queries.run(
    sql`update hr_sync_turns set holder = null, ${result}
      where company_id = ${companyId} and holder = ${holder}`,
  );
}

interface LastSync {
  is_running: boolean;
  last_success: string;
  last_error?: { at: string; sentence: string };
}

export async function findLastSync(queries: Queries, companyId: number, now: Date): Promise<LastSync> {
  const row = await maybeOne<{
    is_running: boolean;
    last_success_at: string | null;
    last_error_at: string | null;
    last_error: string;
  }>(
    queries,
    sql`select holder is not null and lease_ends_at >= ${instantOf(now)} as is_running,
        last_success_at, last_error_at, last_error
      from hr_sync_turns where company_id = ${companyId}`,
    ['is_running'],
  );
  if (!row) return { is_running: false, last_success: '' };
  return {
    is_running: row.is_running,
    last_success: asUtc(row.last_success_at),
    ...(row.last_error_at !== null && {
      last_error: { at: asUtc(row.last_error_at), sentence: row.last_error },
    }),
  };
}

const leaseEnd = (now: Date) => instantOf(plusMinutes(now, leaseMinutes));
