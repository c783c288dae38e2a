// While a company's HR system cannot be reached, refuses the credentials or answers with an error of its own, the company
// waits: the schedule calls it again after growing pauses. That says nothing about single records, so none is rejected
// for it. It is stored, so all processes agree, and a restart changes nothing.

import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { pauseMinutes } from './delivery/retry.ts';
import { isHrUrl } from './hrSystemQueries.ts';

/** How an HR system failed, in a sentence without a full stop. */
export interface HrFailure {
  readonly reason: string;
  /** It asked not to be called before. */
  readonly resumeAt: Date | undefined;
}

export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

/** Less than for a single record: when an HR system is back, what waits for it should not lie for hours. */
const longestPauseMinutes = 60;

/** Of hr_sync_turns: the company waits, and its HR system still has the address that failed. */
const waits = sql`failed_tries > 0 and exists (select 1 from company_urls
  where company_urls.company_id = hr_sync_turns.company_id and ${isHrUrl} and company_urls.url = wait_url)`;

/** Of hr_sync_turns: the schedule must not call the HR system yet. */
export const isPaused = (now: Date): Sql => sql`(resume_at > ${instantOf(now)} and ${waits})`;

/** Of hr_sync_turns: what the status of a company says of its wait. */
export const waitColumns: Sql = sql`case when ${waits} then waits_since end as waits_since, resume_at, wait_reason`;

/** Undefined if the schedule may call the HR system now. */
export async function findPause(queries: Queries, companyId: number, now: Date): Promise<Wait | undefined> {
  const row = await maybeOne<{ resume_at: string; wait_reason: string }>(
    queries,
    sql`select resume_at, wait_reason from hr_sync_turns where company_id = ${companyId} and ${isPaused(now)}`,
  );
  return row && { until: dateOf(row.resume_at), reason: row.wait_reason };
}

interface Stored {
  failed_tries: number;
  resume_at: string | null;
  waits_since: string | null;
}

/** A try before the pause has ended, which only a user makes, counts for nothing. `chance` is from 0 up to 1. */
export async function noteFailure(
  queries: Queries,
  companyId: number,
  url: string,
  { reason, resumeAt }: HrFailure,
  { now, chance }: { now: Date; chance: number },
): Promise<void> {
  const before = await maybeOne<Stored>(
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

/** Returns whether the company had waited. */
export async function endWait(queries: Queries, companyId: number): Promise<boolean> {
  const ended = await queries.run(
    sql`update hr_sync_turns set failed_tries = 0, resume_at = null, waits_since = null, wait_reason = ''
      where company_id = ${companyId} and failed_tries > 0`,
  );
  return ended === 1;
}
