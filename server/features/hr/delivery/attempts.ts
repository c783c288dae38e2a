// Attempts to deliver: each is stored before its request. Its answer decides whether a record is settled, is sent again
// after a pause, or needs a person, which is stored in turn.

import { type Queries, rowsOf, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import type { BatchOutcome, Outcome } from '../connectors/connector.ts';
import { pauseMinutes } from '../pauses.ts';
import { type Delivery, type Evidence, isUnclear, lockRecords, withPartners } from './deliveryQueries.ts';

/** A first request, a repeated one, or a search that failed. */
export type AttemptKind = 'first' | 'again' | 'search';

/**
 * Call it before the request, so that a crash leaves a true record; the next try takes effect if the process dies and
 * stores nothing else. Returns the records to send, without those that have since been settled, withdrawn, attempted by
 * another process or matched with somebody else.
 */
export async function recordAttempt(
  queries: Queries,
  deliveries: readonly Delivery[],
  kind: AttemptKind,
  now: Date,
  nextTry: Date,
): Promise<ReadonlySet<number>> {
  const before = kind === 'again' ? 1 : 0;
  const read = deliveries.map(({ attendance_id, attempts, person_id }) => ({
    id: attendance_id,
    attempts: attempts + before,
    person: person_id ?? '',
  }));
  const sentColumns = sql`was_sent = true, last_attempt_at = ${instantOf(now)},
    last_error = 'It may have been sent, but no answer was received',`;
  return new Set(
    await scalars(
      queries,
      sql`update hr_deliveries set ${kind === 'search' ? sql`` : sentColumns} next_try_at = ${instantOf(nextTry)},
          attempts = hr_deliveries.attempts + ${1 - before}
        from ${rowsOf({ id: 'bigint', attempts: 'bigint', person: 'text' }, read)}
        where hr_deliveries.attendance_id = rows.id and hr_deliveries.attempts = rows.attempts and state = 'waiting'
          and coalesce((select hr_matches.person_id from hr_matches join attendance using (employee_id)
            where attendance.id = rows.id and hr_matches.company_id = hr_deliveries.company_id), '') = rows.person
        returning hr_deliveries.attendance_id`,
    ),
  );
}

/** The database may have been restored, or the HR system mistakes another record for this one. */
const neverSent =
  'The HR system says it already has this record, but Rollcall never sent it. Check it there, then retry';

type Refused =
  | Extract<Outcome, { kind: 'rejected' | 'later' }>
  /** The HR system failed without saying anything about the record, which goes out once its company need not wait. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Unsent, and impossible to send. */
  | { readonly kind: 'unsendable'; readonly reason: string }
  /** The HR system claims to have a record that was never sent. */
  | { readonly kind: 'claimed'; readonly reason: string };

/** A duplicate is either accepted or rejected. */
export type Settled = { readonly kind: 'accepted'; readonly evidence: Evidence; readonly remoteId: string } | Refused;

/** `carrier` is the delivery before this attempt. */
export function outcomeFor(batch: BatchOutcome, { idempotency_key, was_sent, remote_id }: Delivery): Settled {
  if (batch.kind === 'later') return { kind: 'failed', reason: batch.reason };
  if (batch.kind === 'rejected') return batch;
  const outcome = batch.outcomes.get(idempotency_key);
  if (!outcome) return { kind: 'later', reason: 'The HR system returned no result for this record' };
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', evidence: 'answer', remoteId: outcome.remoteId ?? remote_id ?? '' };
    case 'duplicate':
      return was_sent
        ? { kind: 'accepted', evidence: 'duplicate', remoteId: '' }
        : { kind: 'claimed', reason: neverSent };
    default:
      return outcome;
  }
}

interface Attempt {
  /** Number of attempts including this one. */
  readonly attempts: number;
  /** Earliest time of the next try, if known. */
  readonly notBefore: Date | undefined;
  readonly now: Date;
  /** Random number in [0, 1). */
  readonly chance: number;
  readonly person_id: string;
}

/** Rejects a record only after a clear refusal; unclear ones are tried again without limit. */
export function updateAfter(
  outcome: Settled,
  { attempts, notBefore, now, chance, person_id }: Attempt,
): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', evidence: outcome.evidence, remote_id: outcome.remoteId, person_id };
  }
  if (outcome.kind !== 'later' && outcome.kind !== 'failed') {
    return { state: 'retryNeeded', error: outcome.reason, isClear: outcome.kind === 'rejected' };
  }
  const ownPause = outcome.kind === 'failed' ? now : plusMinutes(now, pauseMinutes(attempts, chance));
  const nextTry = notBefore && notBefore > ownPause ? notBefore : ownPause;
  return { state: 'retry', error: outcome.reason, nextTry };
}

interface Accepted {
  readonly state: 'accepted';
  readonly evidence: Evidence;
  readonly remote_id: string;
  /** The person in the HR system whom it went to; empty for connectors without people. */
  readonly person_id: string;
}

export type DeliveryUpdate =
  | Accepted
  | { readonly state: 'retry'; readonly error: string; readonly nextTry: Date }
  /** `isClear` if the HR system said that it does not have the record. */
  | { readonly state: 'retryNeeded'; readonly error: string; readonly isClear: boolean };

/**
 * Requires a transaction. An accepted delivery stays accepted, even if a late answer contradicts it after another
 * process took over.
 */
export async function updateDeliveries(
  queries: Queries,
  updates: ReadonlyMap<number, DeliveryUpdate>,
  sentTo: string,
  now: Date,
): Promise<void> {
  await lockRecords(queries, await withPartners(queries, [...updates.keys()]));
  const accepted = [...updates].flatMap(([id, update]) => (update.state === 'accepted' ? [{ id, ...update }] : []));
  if (accepted.length > 0) {
    const rows = rowsOf({ id: 'bigint', evidence: 'text', remote_id: 'text', person_id: 'text' }, accepted);
    await queries.run(
      sql`update hr_deliveries set state = 'accepted', accepted_at = ${instantOf(now)}, last_error = '',
          sent_to = ${sentTo}, evidence = rows.evidence, remote_id = rows.remote_id, person_id = rows.person_id
        from ${rows} where attendance_id = rows.id and state <> 'accepted'`,
    );
    const ids = accepted.map(({ id }) => id);
    await acceptPartners(queries, ids);
  }
  for (const [id, update] of updates) {
    if (update.state === 'accepted') continue;
    await queries.run(
      sql`update hr_deliveries set ${changeOf(update)}, last_error = ${update.error}
        where attendance_id = ${id} and state = 'waiting'`,
    );
  }
}

function changeOf(update: Exclude<DeliveryUpdate, Accepted>): Sql {
  if (update.state === 'retry') return sql`next_try_at = ${instantOf(update.nextTry)}`;
  return update.isClear ? sql`state = 'failed', last_attempt_at = null` : sql`state = 'failed'`;
}

/**
 * Accepting a pair accepts its start and what would have ended the pair earlier. If the pair's end was set aside
 * meanwhile, the earlier end still goes out.
 */
async function acceptPartners(queries: Queries, ids: readonly number[]): Promise<void> {
  await queries.run(
    sql`update hr_deliveries set state = 'accepted', accepted_at = carriers.accepted_at, last_error = '',
        sent_to = carriers.sent_to, evidence = carriers.evidence, remote_id = carriers.remote_id,
        person_id = carriers.person_id
      from (select hr_deliveries.pair_start_id as start_id, hr_deliveries.accepted_at, sent_to, evidence, remote_id,
            person_id, occurred_at as until, set_aside_by
          from hr_deliveries join attendance on attendance.id = attendance_id
          where attendance_id in (${ids}) and hr_deliveries.pair_start_id is not null) as carriers
      where hr_deliveries.state <> 'accepted' and (
        hr_deliveries.attendance_id = carriers.start_id and hr_deliveries.pair_start_id is null
        or hr_deliveries.pair_start_id = carriers.start_id and carriers.set_aside_by is null
          and not ${isUnclear(sql`hr_deliveries`)}
          and exists (select 1 from attendance
            where attendance.id = hr_deliveries.attendance_id and occurred_at < carriers.until))`,
  );
}
