// Counts attempts in the database, so that the limit holds for all processes together and over a restart.

import { createHash } from 'node:crypto';
import { maybeOne, one, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { dateOf, instantOf, plusMinutes } from '../time/instants.ts';
import { tooManyAttempts } from '../platform/domainErrors.ts';

export interface Limit {
  /** Whoever is counted; stored as a hash, because what people send may be long, or none of our business. */
  readonly key: string;
  readonly attempts: number;
  readonly minutes: number;
}

interface Counted {
  attempts: number;
  window_ends_at: string;
}

/**
 * Who is over any limit already is refused without a write: a flood shall not keep the disk busy, whatever
 * else changes from one attempt to the next. The others are counted before they are judged, so that attempts
 * at the same moment cannot slip through together.
 */
export async function countAttempt(queries: Queries, limits: readonly Limit[], now: Date): Promise<void> {
  for (const { key, attempts } of limits) refuseOver(await current(queries, key, now), attempts, now);
  for (const { key, attempts, minutes } of limits) {
    const end = instantOf(plusMinutes(now, minutes));
    const isOver = sql`login_attempts.window_ends_at <= ${instantOf(now)}`;
    const counted = await one<Counted>(
      queries,
      sql`insert into login_attempts (throttle_key, attempts, window_ends_at)
        values (${hashed(key)}, 1, ${end})
        on conflict (throttle_key) do update set
          attempts = case when ${isOver} then 1 else login_attempts.attempts + 1 end,
          window_ends_at = case when ${isOver} then excluded.window_ends_at
            else login_attempts.window_ends_at end
        returning attempts, window_ends_at`,
    );
    refuseOver(counted, attempts, now);
  }
}

function current(queries: Queries, key: string, now: Date): Promise<Counted | undefined> {
  return maybeOne(
    queries,
    sql`select attempts, window_ends_at from login_attempts
      where throttle_key = ${hashed(key)} and window_ends_at > ${instantOf(now)}`,
  );
}

function refuseOver(counted: Counted | undefined, attempts: number, now: Date): void {
  if (!counted || counted.attempts <= attempts) return;
  const seconds = Math.max(1, Math.ceil((dateOf(counted.window_ends_at).getTime() - now.getTime()) / 1000));
  throw tooManyAttempts('Too many attempts. Please try again later', seconds);
}

/** An attempt that succeeded does not count; and what no longer matters is forgotten. */
export async function forgiveAttempt(queries: Queries, limits: readonly Limit[], now: Date): Promise<void> {
  const keys = limits.map((limit) => hashed(limit.key));
  await queries.run(sql`update login_attempts set attempts = attempts - 1 where throttle_key in (${keys})`);
  await queries.run(sql`delete from login_attempts where window_ends_at <= ${instantOf(now)}`);
}

const hashed = (key: string) => createHash('sha256').update(key).digest('hex');
