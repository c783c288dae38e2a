// Whose turn it is to send a company's records: one process at a time, and another one when that one died.

import { asUtc, instantOf, plusMinutes } from '../time/instants.ts';
import { maybeOne, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';

/** Longer than the HR system may take for one answer. */
const leaseMinutes = 2;

export interface Turn {
  readonly companyId: number;
  /** Of this run alone, so that the runs of one process are told apart too. */
  readonly holder: string;
}

/** Whether it is ours now; not while somebody else sends. */
export async function takeTurn(queries: Queries, { companyId, holder }: Turn, at: Date): Promise<boolean> {
  const row = await maybeOne(
    queries,
    sql`insert into hr_sync_turns (company_id, holder, lease_ends_at)
      values (${companyId}, ${holder}, ${leaseEnd(at)})
      on conflict (company_id) do update
        set holder = excluded.holder, lease_ends_at = excluded.lease_ends_at
        where hr_sync_turns.holder is null or hr_sync_turns.lease_ends_at < ${instantOf(at)}
      returning company_id`,
  );
  return row !== undefined;
}

/** Whether it is still ours. */
export async function keepTurn(queries: Queries, { companyId, holder }: Turn, at: Date): Promise<boolean> {
  const kept = await queries.run(
    sql`update hr_sync_turns set lease_ends_at = ${leaseEnd(at)}
      where company_id = ${companyId} and holder = ${holder}`,
  );
  return kept === 1;
}

/** With the first error of the run, or nothing where all went well. */
export async function endTurn(
  queries: Queries,
  { companyId, holder }: Turn,
  error: string | undefined,
  at: Date,
): Promise<void> {
  const result =
    error === undefined
      ? sql`last_success_at = ${instantOf(at)}`
      : sql`last_error_at = ${instantOf(at)}, last_error = ${error}`;
  await queries.run(
    sql`update hr_sync_turns set holder = null, ${result}
      where company_id = ${companyId} and holder = ${holder}`,
  );
}

interface TurnRow {
  is_running: boolean;
  last_success_at: string | null;
  last_error_at: string | null;
  last_error: string;
}

interface LastTurn {
  is_running: boolean;
  last_success: string;
  last_error?: { at: string; sentence: string };
}

export async function findLastTurn(queries: Queries, companyId: number, at: Date): Promise<LastTurn> {
  const row = await maybeOne<TurnRow>(
    queries,
    sql`select holder is not null and lease_ends_at >= ${instantOf(at)} as is_running,
        last_success_at, last_error_at, last_error
      from hr_sync_turns where company_id = ${companyId}`,
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

const leaseEnd = (at: Date) => instantOf(plusMinutes(at, leaseMinutes));
