// Stores the progress of a run's deliveries: each attempt before its request, and its outcome.

import { type Queries, rowsOf, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { instantOf } from '../../../platform/time/clock.ts';
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
