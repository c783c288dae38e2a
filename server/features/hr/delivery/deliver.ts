// Sends a company's waiting records and saves each outcome. Attempts are stored before their request and outcomes right
// after. After a crash in between, the HR system recognizes the repeated record; one that would take it twice is
// searched first.
import { type Db, sql } from '../../../platform/db/db.ts';
import { dateOf, plusMinutes } from '../../../platform/time/clock.ts';
import type { OpenConnection } from '../connection/openConnection.ts';
import { type Connector, NotNow } from '../connectors/connector.ts';
import { type HrFailure, type Lease, renewLease } from '../syncState.ts';
import {
  type AttemptKind,
  type DeliveryUpdate,
  outcomeFor,
  recordAttempt,
  type Settled,
  updateAfter,
  updateDeliveries,
} from './attempts.ts';
import { type Delivery, waitingDeliveries } from './deliveryQueries.ts';
import type { HrSystem, HrSystemTools } from './hrSystem.ts';
import { type Shipment, shipmentsOf } from './shipments.ts';

export const nothingDelivered: DeliveryResult = {
  accepted: 0,
  failures: [],
  stopped: undefined,
  hasAnswered: false,
  failure: undefined,
};

export async function deliver(
  tools: DeliveryTools,
  target: Target,
  deliveries: readonly Delivery[],
): Promise<DeliveryResult> {
  const result: DeliveryResult = { ...nothingDelivered, failures: [] };
  const endsAt = plusMinutes(tools.clock(), longestRunMinutes);
  const run: Run = { ...tools, ...target, endsAt, total: deliveries.length, result };
  for (let round = deliveries; round.length > 0; ) {
    const followers = await sendRound(run, round);
    round = followers.length > 0 && (await mayContinue(run)) ? await stillWaiting(run, followers) : [];
  }
  return result;
}

/** Sends a round. Returns the deliveries of the next one, since a pair may have several waiting ends. */
async function sendRound(run: Run, round: readonly Delivery[]): Promise<readonly Delivery[]> {
  const { toSend, unsendable, followers, blocked } = shipmentsOf(run.connector, round);
  for (const { shipment, outcome } of unsendable) await save(run, [shipment], () => outcome);
  fail(run, blocked, 'An earlier end of the same pair comes first', false);
  for (const chunk of chunksOf(run.connector, withoutTooEarly(run, toSend))) {
    if (!(await mayContinue(run))) break;
    await sendChunk(run, chunk);
  }
  return followers;
}

/** Leaves out ends that were settled with another end of their pair. */
async function stillWaiting(run: Run, followers: readonly Delivery[]): Promise<Delivery[]> {
  const { db, lease, sentTo, result } = run;
  const records = followers.map(({ attendance_id }) => attendance_id);
  const recordIds = new Set(records);
  const waiting = await waitingDeliveries(db, lease.companyId, { records }, sentTo);
  const remaining = waiting.filter(({ attendance_id }) => recordIds.has(attendance_id));
  result.accepted += followers.length - remaining.length;
  return remaining;
}

function withoutTooEarly(run: Run, shipments: readonly Shipment[]): Shipment[] {
  const early = shipments.filter((shipment) => isTooEarly(run, shipment));
  for (const { deliveries } of early) {
    fail(run, deliveries, 'Its last request may still be under way: it is tried again in some minutes', false);
  }
  return shipments.filter((shipment) => !early.includes(shipment));
}

async function sendChunk(run: Run, shipments: readonly Shipment[]): Promise<void> {
  const remoteIds = await search(run, shipments);
  if (!remoteIds) return;
  const isFound = ({ item }: Shipment) => remoteIds.has(item.key);
  await save(run, shipments.filter(isFound), ({ item }) => ({
    kind: 'accepted',
    evidence: 'found',
    remoteId: remoteIds.get(item.key) ?? '',
  }));
  // After the search, a refusal is clear: nothing of these is there, not even by an earlier request.
  const missing = shipments.filter((shipment) => !isFound(shipment));
  for (const batch of batchesOf(run.connector, missing, run.batchSize)) {
    if (!(await mayContinue(run))) return;
    await send(run, await attempt(run, 'first', batch));
  }
}

/** Returns the remote ids of items that the HR system already has, by key; undefined if the search failed. */
async function search(run: Run, shipments: readonly Shipment[]): Promise<ReadonlyMap<string, string> | undefined> {
  const { find } = run.connector;
  const doubtful = shipments.filter((shipment) => isCreated(shipment) || shipment.deliveries[0].is_unclear);
  if (!find || doubtful.length === 0) return new Map();
  try {
    const items = doubtful.map(({ item }) => item);
    const remoteIds = await run.system.converse((connection) => find(items, connection));
    if (remoteIds.size > 0) run.result.hasAnswered = true;
    return remoteIds;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    stop(run, { reason: error.message, resumeAt: error.resumeAt });
    const failed: Settled = { kind: 'failed', reason: error.message };
    await save(run, await attempt(run, 'search', shipments), () => failed);
    return undefined;
  }
}

/** Halves a rejected batch again and again, until the offending item is alone. */
async function send(run: Run, batch: readonly Shipment[]): Promise<void> {
  if (batch.length === 0) return;
  const outcome = await run.system.send(batch.map(({ item }) => item));
  if (outcome.kind === 'later') stop(run, { reason: outcome.reason, resumeAt: outcome.resumeAt });
  else run.result.hasAnswered = true;
  if (outcome.kind === 'rejected' && batch.length > 1) {
    // None of them was taken. The reason may not concern every record; it is stored now, because the run may end before
    // all of them were sent again.
    const records = batch.flatMap(({ deliveries }) => deliveries.map(({ attendance_id }) => attendance_id));
    await run.db.run(
      sql`update hr_deliveries set last_error = ${outcome.reason}, last_attempt_at = null
        where attendance_id in (${records}) and state = 'waiting'`,
    );
    const sent = batch.map(asSent);
    const middle = Math.ceil(sent.length / 2);
    for (const half of [sent.slice(0, middle), sent.slice(middle)]) {
      if (await mayContinue(run)) await send(run, await attempt(run, 'again', half));
    }
    return;
  }
  await save(run, batch, ({ deliveries: [carrier] }) => outcomeFor(outcome, carrier));
}

const asSent = ({ item, deliveries: [carrier, ...others] }: Shipment): Shipment => ({
  item,
  deliveries: [{ ...carrier, was_sent: true }, ...others],
});

const mostPerSearch = 50;

/** Splits shipments if the HR system is searched first: one search per chunk. */
export function chunksOf({ find }: Connector, shipments: readonly Shipment[]): Shipment[][] {
  return inParts(shipments, find ? mostPerSearch : shipments.length);
}

/**
 * Changes of a pair go alone, everything else together. Failed records go in smaller batches each time, so that a
 * record that the HR system fails on ends up alone and delays no other.
 */
export function batchesOf(
  { mostPerRequest }: Connector,
  shipments: readonly Shipment[],
  batchSize = Infinity,
): Shipment[][] {
  const changes = shipments.filter((shipment) => !isCreated(shipment));
  const byAttempts = Map.groupBy(shipments.filter(isCreated), ({ deliveries: [carrier] }) => carrier.attempts);
  const created = [...byAttempts].flatMap(([attempts, tried]) =>
    inParts(tried, Math.ceil(Math.min(batchSize, mostPerRequest) / 2 ** attempts)),
  );
  return [...created, ...changes.map((shipment) => [shipment])];
}

const isCreated = ({ item }: Shipment): boolean => item.kind === 'event' || item.remoteId === '';

const inParts = (shipments: readonly Shipment[], size: number): Shipment[][] =>
  Array.from({ length: Math.ceil(shipments.length / Math.max(size, 1)) }, (_, index) =>
    shipments.slice(index * size, (index + 1) * size),
  );

// One run of a company's deliveries: its tools, whether it may go on, and how it stores results.
export interface DeliveryTools extends HrSystemTools {
  readonly db: Db;
  /** Jitter for retries, in [0, 1); fixed in tests. */
  readonly chance?: () => number;
  /** Limit of items per request. */
  readonly batchSize?: number;
}

interface Target extends Omit<OpenConnection, 'secrets' | 'expiresOn'> {
  readonly lease: Lease;
  readonly system: HrSystem;
}

export interface Failure {
  readonly delivery: Delivery;
  readonly error: string;
  /** Whether it waits for a user to retry it. */
  readonly isRejected: boolean;
}

export interface DeliveryResult {
  accepted: number;
  failures: Failure[];
  /** Reason why the run ended early. */
  stopped: string | undefined;
  /** Whether the HR system took or refused records. */
  hasAnswered: boolean;
  /** Failure of the HR system that ended the run. */
  failure: HrFailure | undefined;
}

interface Run extends DeliveryTools, Target {
  readonly endsAt: Date;
  /** Number of records to send. */
  readonly total: number;
  readonly result: DeliveryResult;
}

/** Limit that frees the lease for others and lets the schedule report progress; the remaining records follow soon. */
const longestRunMinutes = 5;
/**
 * Time after which a search is safe: an HR system may still process a request that we gave up on after 15 seconds, and
 * the clocks of two servers may differ by some minutes.
 */
export const lateArrivalMinutes = 5;

/** Whether a late request does harm, by doubling an item or undoing a pair's later end. */
export const isHarmedByLateRequest = ({ find, takes }: Connector) => find !== undefined || takes === 'pair';

function isTooEarly({ connector, clock }: Run, { deliveries: [carrier] }: Shipment): boolean {
  const { last_attempt_at: last, is_unclear } = carrier;
  if (!isHarmedByLateRequest(connector) || !is_unclear || last === null) return false;
  return plusMinutes(dateOf(last), lateArrivalMinutes) > clock();
}

/** Checked before each request, and before its attempt is stored. */
async function mayContinue(run: Run): Promise<boolean> {
  run.result.stopped ??= await reasonToStop(run);
  return run.result.stopped === undefined;
}

async function reasonToStop(run: Run): Promise<string | undefined> {
  const { db, clock, isStopping, lease, connection, isCurrent, endsAt, total, result } = run;
  if (isStopping?.()) return 'The server was stopped';
  if (clock() >= endsAt) return `The HR system is slow: the run ended after ${longestRunMinutes} minutes`;
  const renewed = await renewLease(db, lease, clock(), { done: result.accepted + result.failures.length, total });
  if (!renewed) return 'Another process took over this sync';
  if (renewed.cancelled_by !== '') return `Cancelled by ${renewed.cancelled_by}`;
  if (renewed.url !== connection.url) return 'The URL of the HR system was changed';
  if (!(await isCurrent(db))) return 'The connection of the HR system was changed';
  return undefined;
}

function stop({ result }: Run, failure: HrFailure): void {
  result.stopped = failure.reason;
  result.failure = failure;
}

/** Returns the shipments that are still to be sent. */
async function attempt(run: Run, kind: AttemptKind, shipments: readonly Shipment[]): Promise<Shipment[]> {
  const now = run.clock();
  const deliveries = shipments.flatMap((shipment) => shipment.deliveries);
  const attempted = await recordAttempt(run.db, deliveries, kind, now, plusMinutes(now, lateArrivalMinutes));
  const isAttempted = (shipment: Shipment) =>
    shipment.deliveries.every(({ attendance_id }) => attempted.has(attendance_id));
  const others = shipments.filter((shipment) => !isAttempted(shipment));
  for (const { deliveries } of others)
    fail(run, deliveries, 'It was changed meanwhile: the next sync takes it up', false);
  return shipments.filter(isAttempted);
}

/** One transaction, so that both records of a pair always have the same outcome. */
async function save(run: Run, batch: readonly Shipment[], outcomeOf: (shipment: Shipment) => Settled): Promise<void> {
  const { db, clock, chance = Math.random, result, sentTo, connector } = run;
  const updates = new Map<number, DeliveryUpdate>();
  for (const shipment of batch) {
    const outcome = outcomeOf(shipment);
    const attempts = shipment.deliveries[0].attempts + 1;
    const { personId: person_id } = shipment.item;
    const now = clock();
    // By this time the last request has arrived, if it ever does.
    const notBefore = isHarmedByLateRequest(connector) ? plusMinutes(now, lateArrivalMinutes) : undefined;
    const update = updateAfter(outcome, { attempts, notBefore, now, chance: chance(), person_id });
    for (const { attendance_id } of shipment.deliveries) updates.set(attendance_id, update);
    if (outcome.kind === 'accepted') result.accepted += shipment.deliveries.length;
    // A failure of the HR system concerns none of several shipments in particular: it is why the run stopped.
    else if (outcome.kind !== 'failed' || batch.length === 1)
      fail(run, shipment.deliveries, outcome.reason, update.state === 'retryNeeded');
  }
  if (updates.size > 0) await db.tx((queries) => updateDeliveries(queries, updates, sentTo, clock()));
}

function fail({ result }: Run, deliveries: readonly Delivery[], error: string, isRejected: boolean): void {
  result.failures.push(...deliveries.map((delivery) => ({ delivery, error, isRejected })));
}
