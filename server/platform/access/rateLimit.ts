// Counts attempts in the database, so that limits apply across processes and restarts.

import { isIPv6 } from 'node:net';
import { sha256 } from '../crypto/hashes.ts';
import { maybeOne, one, type Queries, type Sql, sql } from '../db/db.ts';
import { type DomainError, tooManyAttempts } from '../domainErrors.ts';
import { dateOf, instantOf, plusMinutes } from '../time/clock.ts';

export interface Limit {
  /** Names the counter. Stored as a hash: it may hold something long or private that a client sent. */
  readonly key: string;
  readonly attempts: number;
  readonly minutes: number;
}

interface Counter {
  attempts: number;
  window_ends_at: string;
}

export async function countAttempt(queries: Queries, limits: readonly Limit[], now: Date): Promise<void> {
  const excess = await tryAttempt(queries, limits, now);
  if (excess) throw excess.refusal;
}

interface Excess {
  readonly refusal: DomainError;
  /** Whether it is the first refusal in its window. */
  readonly isFirst: boolean;
}

/**
 * Counts an attempt, and returns why it is refused, if it is. An attempt over a limit is refused without a write, so
 * that a flood does not keep the disk busy. Otherwise it is counted before it is judged, so that concurrent attempts
 * cannot slip through together.
 */
export async function tryAttempt(queries: Queries, limits: readonly Limit[], now: Date): Promise<Excess | undefined> {
  for (const limit of limits) {
    const refusal = refusalOf(await findCounter(queries, limit, now), limit.attempts, now);
    if (refusal) return { refusal, isFirst: false };
  }
  for (const limit of limits) {
    const { key, attempts } = limit;
    const counter = await one<Counter>(
      queries,
      sql`insert into login_attempts (throttle_key, attempts, window_ends_at)
        values (${sha256(key)}, 1, ${nextEnd(limit, now)})
        on conflict (throttle_key) do update set
          attempts = case when ${isRunning(limit, now)} then login_attempts.attempts + 1 else 1 end,
          window_ends_at = case when ${isRunning(limit, now)} then login_attempts.window_ends_at
            else excluded.window_ends_at end
        returning attempts, window_ends_at`,
    );
    const refusal = refusalOf(counter, attempts, now);
    if (refusal) return { refusal, isFirst: counter.attempts === attempts + 1 };
  }
  return undefined;
}

const findCounter = (queries: Queries, limit: Limit, now: Date): Promise<Counter | undefined> =>
  maybeOne(
    queries,
    sql`select attempts, window_ends_at from login_attempts
      where throttle_key = ${sha256(limit.key)} and ${isRunning(limit, now)}`,
  );

const nextEnd = ({ minutes }: Limit, now: Date): string => instantOf(plusMinutes(now, minutes));

/** Ignores a window that would end later than one begun now: the clock has been set back since it began. */
const isRunning = (limit: Limit, now: Date): Sql =>
  sql`(login_attempts.window_ends_at > ${instantOf(now)} and login_attempts.window_ends_at <= ${nextEnd(limit, now)})`;

function refusalOf(counter: Counter | undefined, attempts: number, now: Date): DomainError | undefined {
  if (!counter || counter.attempts <= attempts) return undefined;
  const seconds = Math.max(1, Math.ceil((dateOf(counter.window_ends_at).getTime() - now.getTime()) / 1000));
  return tooManyAttempts('Too many attempts. Please try again later', seconds);
}

/** Takes back an attempt that succeeded, and deletes expired counters. */
export async function forgiveAttempt(queries: Queries, limits: readonly Limit[], now: Date): Promise<void> {
  const keys = limits.map((limit) => sha256(limit.key));
  await queries.run(sql`update login_attempts set attempts = attempts - 1 where throttle_key in (${keys})`);
  await queries.run(sql`delete from login_attempts where window_ends_at <= ${instantOf(now)}`);
}

/**
 * The network of a client, by which limits count and sessions are recognized. An IPv6 client can use all 2^64 addresses
 * of its network, so they count as one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(start), groupsOf(end)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/**
 * The wider network around an address, such as an office's or a mobile carrier's. Addresses in it change from day to
 * day, so a new one there means nothing.
 */
export function surroundingNetworkOf(address: string): string {
  const network = networkOf(address);
  return isIPv6(address) ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.');
}

const groupsOf = (part: string) => part.split(':').filter(Boolean);
