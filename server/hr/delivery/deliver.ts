// Sends a company's waiting records to its HR system and saves each outcome. An attempt is recorded before the request
// and its outcome right after it. After a crash in between, the HR system recognises the record when it comes again, or,
// where it would take it twice, is asked first whether it has it.

import type { Health } from '../../companies/urlQueries.ts';
import type { Db, Queries } from '../../db/db.ts';
import { dateOf, plusMinutes } from '../../time/instants.ts';
import { type Connection, type Connector, NotNow } from '../connectors/connector.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { type Lease, renewLease } from '../leaseQueries.ts';
import { batchesOf, chunksOf, isCreated } from './batches.ts';
import {
  type Delivery,
  type DeliveryUpdate,
  recordAttempt,
  recordBatchRejection,
  updateDeliveries,
} from './deliveryQueries.ts';
import { createHrSystem, type HrSystem, type HrSystemTools } from './hrSystem.ts';
import { createPairEnds, type PairEnds, roundsOf } from './pairEnds.ts';
import { outcomeFor, type Settled, updateAfter } from './settle.ts';
import { type Shipment, shipmentsOf } from './shipments.ts';

export interface DeliveryTools extends HrSystemTools {
  readonly db: Db;
  /** From 0 up to 1, for the jitter of retries; tests make it repeatable. */
  readonly chance?: () => number;
  /** At most so many items in a request. */
  readonly batchSize?: number;
  /** The process is about to end: send no further batch. */
  readonly isStopping?: () => boolean;
}

interface Target {
  readonly lease: Lease;
  readonly connector: Connector;
  readonly connection: Connection;
  /** What is stored as the HR system that has a record. */
  readonly sentTo: string;
  /** False once somebody has changed how the HR system is reached. */
  readonly isCurrent: (queries: Queries) => Promise<boolean>;
}

export interface Failure {
  readonly delivery: Delivery;
  readonly error: string;
  /** It is not tried again until a user retries it. */
  readonly isRejected: boolean;
}

export interface DeliveryResult {
  accepted: number;
  failures: Failure[];
  /** Why the run ended early, if it did. */
  stopped: string | undefined;
  /** The HR system asked not to be called before. */
  resumeAt: Date | undefined;
  /** Whether the HR system could be reached; undefined if it was not called. */
  health: Health | undefined;
}

interface Run extends DeliveryTools, Target {
  readonly system: HrSystem;
  readonly endsAt: Date;
  readonly pairEnds: PairEnds;
  readonly result: DeliveryResult;
}

export const nothingDelivered: DeliveryResult = {
  accepted: 0,
  failures: [],
  stopped: undefined,
  resumeAt: undefined,
  health: undefined,
};

/** Frees the lease for others, and lets the schedule report progress; the remaining records follow soon after. */
const longestRunMinutes = 5;
/** When to retry if the process dies during the request. */
const unansweredMinutes = 5;
/** So long after a request, it may still arrive: a search would come too early. */
const mayArriveMinutes = 1;

export async function deliver(
  tools: DeliveryTools,
  target: Target,
  deliveries: readonly Delivery[],
): Promise<DeliveryResult> {
  const { connector, connection } = target;
  const result: DeliveryResult = { ...nothingDelivered, failures: [] };
  const system = createHrSystem(tools, connector, connection);
  const endsAt = plusMinutes(tools.clock(), longestRunMinutes);
  const run: Run = { ...tools, ...target, system, endsAt, pairEnds: createPairEnds(), result };
  const { toSend, unsendable } = shipmentsOf(connector, deliveries);
  const reasons = new Map(unsendable.map(({ shipment, reason }) => [shipment, reason]));
  await save(run, [...reasons.keys()], (shipment) => ({ kind: 'rejected', reason: reasons.get(shipment) ?? '' }));
  for (const round of roundsOf(toSend)) await sendRound(run, round);
  return { ...result, health: system.health() };
}

async function sendRound(run: Run, round: readonly Shipment[]): Promise<void> {
  const due = withoutTooEarly(run, withoutOpen(run, round));
  for (const chunk of chunksOf(run.connector, due)) {
    if (!(await mayContinue(run))) break;
    await sendChunk(run, chunk);
  }
}

async function sendChunk(run: Run, shipments: readonly Shipment[]): Promise<void> {
  const missing = await settleFound(run, shipments);
  if (!missing) return;
  for (const batch of batchesOf(run.connector, missing, run.batchSize)) {
    if (!(await mayContinue(run))) return;
    await send(run, await attempt(run, batch));
  }
}

/** Returns those that the HR system does not have yet, or undefined if it did not say. */
async function settleFound(run: Run, shipments: readonly Shipment[]): Promise<readonly Shipment[] | undefined> {
  const { system } = run;
  const { find } = run.connector;
  const created = shipments.filter(isCreated);
  if (!find || created.length === 0) return shipments;
  try {
    const items = created.map(({ item }) => item);
    const found = await system.converse((connection) => find(items, connection));
    const isFound = ({ item }: Shipment) => found.has(item.key);
    await save(run, shipments.filter(isFound), ({ item }) => ({
      kind: 'accepted',
      evidence: 'found',
      remoteId: found.get(item.key) ?? '',
    }));
    return shipments.filter((shipment) => !isFound(shipment));
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    stop(run, error.message, error.resumeAt);
    const later: Settled = { kind: 'later', reason: error.message };
    await save(run, await attempt(run, shipments), () => later);
    return undefined;
  }
}

/** Those whose pair the HR system has as far as it goes. */
function withoutOpen(run: Run, shipments: readonly Shipment[]): Shipment[] {
  return shipments.flatMap((shipment) => {
    const following = run.pairEnds.following(shipment);
    if (!following) postpone(run, shipment, 'An earlier end of the same pair comes first');
    return following ?? [];
  });
}

function withoutTooEarly(run: Run, shipments: readonly Shipment[]): Shipment[] {
  if (!run.connector.find) return [...shipments];
  const now = run.clock();
  return shipments.filter((shipment) => {
    const { deliveries } = shipment;
    const { last_attempt_at: last, was_sent } = deliveries[0];
    const isTooEarly = was_sent && last !== null && plusMinutes(dateOf(last), mayArriveMinutes) > now;
    if (isTooEarly) postpone(run, shipment, 'Its last request may still be under way: it is tried again in a minute');
    return !isTooEarly;
  });
}

/** To a later run, as if it had not been tried. */
function postpone(run: Run, shipment: Shipment, reason: string): void {
  run.pairEnds.note(shipment, undefined);
  fail(run, shipment.deliveries, reason, false);
}

/** Checked before each request, and before its attempt is recorded. */
async function mayContinue(run: Run): Promise<boolean> {
  run.result.stopped ??= await reasonToStop(run);
  return run.result.stopped === undefined;
}

async function reasonToStop({
  db,
  clock,
  isStopping,
  lease,
  connection,
  isCurrent,
  endsAt,
}: Run): Promise<string | undefined> {
  if (isStopping?.()) return 'The server was stopped';
  if (clock() >= endsAt) return `The HR system is slow: the run ended after ${longestRunMinutes} minutes`;
  if (!(await renewLease(db, lease, clock()))) return 'Another process took over this sync';
  if ((await findHrUrl(db, lease.companyId))?.url !== connection.url) return 'The URL of the HR system was changed';
  if (!(await isCurrent(db))) return 'The connection of the HR system was changed';
  return undefined;
}

function stop({ result }: Run, reason: string, resumeAt: Date | undefined): void {
  result.stopped = reason;
  result.resumeAt = resumeAt;
}

/** Returns those that are still to be sent. */
async function attempt({ db, clock }: Run, shipments: readonly Shipment[]): Promise<Shipment[]> {
  const now = clock();
  const deliveries = shipments.flatMap((shipment) => shipment.deliveries);
  const waiting = await recordAttempt(db, deliveries, { now, nextTry: plusMinutes(now, unansweredMinutes) });
  return shipments.filter(({ deliveries: [carrier] }) => waiting.has(carrier.attendance_id));
}

/** A rejected batch is split in half, again and again, until the offending item is alone. */
async function send(run: Run, batch: readonly Shipment[]): Promise<void> {
  if (batch.length === 0) return;
  const outcome = await run.system.send(batch.map(({ item }) => item));
  if (outcome.kind === 'rejected' && batch.length > 1) {
    // The run may end before each record has been sent again.
    await recordBatchRejection(run.db, recordsOf(batch), outcome.reason);
    const sent = batch.map(asSent);
    const middle = Math.ceil(sent.length / 2);
    for (const half of [sent.slice(0, middle), sent.slice(middle)]) {
      if (await mayContinue(run)) await send(run, half);
    }
    return;
  }
  if (outcome.kind === 'later') stop(run, outcome.reason, outcome.resumeAt);
  await save(run, batch, ({ deliveries: [carrier] }) => outcomeFor(outcome, carrier));
}

const recordsOf = (batch: readonly Shipment[]) =>
  batch.flatMap(({ deliveries }) => deliveries.map(({ attendance_id }) => attendance_id));

const asSent = ({ item, deliveries: [carrier, ...others] }: Shipment): Shipment => ({
  item,
  deliveries: [{ ...carrier, was_sent: true }, ...others],
});

/** In one transaction, so that both records of a pair always have the same outcome. */
async function save(run: Run, batch: readonly Shipment[], outcomeOf: (shipment: Shipment) => Settled): Promise<void> {
  const { db, clock, chance = Math.random, result, sentTo } = run;
  const updates = new Map<number, DeliveryUpdate>();
  for (const shipment of batch) {
    const outcome = outcomeOf(shipment);
    run.pairEnds.note(shipment, outcome.kind === 'accepted' ? outcome.remoteId : undefined);
    const attempts = shipment.deliveries[0].attempts + 1;
    const update = updateAfter(outcome, { attempts, resumeAt: result.resumeAt, now: clock(), chance: chance() });
    for (const { attendance_id } of shipment.deliveries) updates.set(attendance_id, update);
    if (outcome.kind === 'accepted') result.accepted += shipment.deliveries.length;
    else fail(run, shipment.deliveries, outcome.reason, update.state === 'retryNeeded');
  }
  if (updates.size > 0) await db.tx((queries) => updateDeliveries(queries, updates, sentTo, clock()));
}

function fail({ result }: Run, deliveries: readonly Delivery[], error: string, isRejected: boolean): void {
  result.failures.push(...deliveries.map((delivery) => ({ delivery, error, isRejected })));
}
