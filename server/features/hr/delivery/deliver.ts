// Sends a company's waiting records to its HR system and saves each outcome. An attempt is recorded before the request
// and its outcome right after it. After a crash in between, the HR system recognises the record when it comes again,
// or, where it would take it twice, is asked first whether it has it.

import { plusMinutes } from '../../../platform/time/instants.ts';
import { type Connector, NotNow } from '../connectors/connector.ts';
import { recordBatchRejection } from './attempts.ts';
import { type Delivery, waitingDeliveries } from './deliveryQueries.ts';
import { createHrSystem } from './hrSystem.ts';
import {
  attempt,
  type DeliveryResult,
  type DeliveryTools,
  fail,
  isTooEarly,
  longestRunMinutes,
  mayContinue,
  type Run,
  save,
  stop,
  type Target,
} from './run.ts';
import { outcomeFor, type Settled, type Shipment, shipmentsOf } from './shipments.ts';

export const nothingDelivered: DeliveryResult = {
  accepted: 0,
  failures: [],
  stopped: undefined,
  hasAnswered: false,
  failure: undefined,
  health: undefined,
};

export async function deliver(
  tools: DeliveryTools,
  target: Target,
  deliveries: readonly Delivery[],
): Promise<DeliveryResult> {
  const result: DeliveryResult = { ...nothingDelivered, failures: [] };
  const system = createHrSystem(tools, target.connector, target.connection, target.expiresOn);
  const endsAt = plusMinutes(tools.clock(), longestRunMinutes);
  const run: Run = { ...tools, ...target, system, endsAt, total: deliveries.length, result };
  for (let round = deliveries; round.length > 0; ) {
    const followers = await sendRound(run, round);
    round = followers.length > 0 && (await mayContinue(run)) ? await stillWaiting(run, followers) : [];
  }
  return { ...result, health: system.health() };
}

/** Returns those whose turn comes next: a pair may have several ends that wait. */
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

/** Without those that were settled with another end of their pair. */
async function stillWaiting(run: Run, followers: readonly Delivery[]): Promise<Delivery[]> {
  const { db, lease, sentTo, result } = run;
  const records = followers.map(({ attendance_id }) => attendance_id);
  const wanted = new Set(records);
  const waiting = await waitingDeliveries(db, lease.companyId, { records }, sentTo);
  const left = waiting.filter(({ attendance_id }) => wanted.has(attendance_id));
  result.accepted += followers.length - left.length;
  return left;
}

function withoutTooEarly(run: Run, shipments: readonly Shipment[]): Shipment[] {
  const early = shipments.filter((shipment) => isTooEarly(run, shipment));
  for (const { deliveries } of early) {
    fail(run, deliveries, 'Its last request may still be under way: it is tried again in some minutes', false);
  }
  return shipments.filter((shipment) => !early.includes(shipment));
}

async function sendChunk(run: Run, shipments: readonly Shipment[]): Promise<void> {
  const missing = await settleFound(run, shipments);
  if (!missing) return;
  for (const batch of batchesOf(run.connector, missing, run.batchSize)) {
    if (!(await mayContinue(run))) return;
    await send(run, await attempt(run, 'first', batch));
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
    if (found.size > 0) run.result.hasAnswered = true;
    const isFound = ({ item }: Shipment) => found.has(item.key);
    await save(run, shipments.filter(isFound), ({ item }) => ({
      kind: 'accepted',
      evidence: 'found',
      remoteId: found.get(item.key) ?? '',
    }));
    return shipments.filter((shipment) => !isFound(shipment));
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    stop(run, { reason: error.message, resumeAt: error.resumeAt });
    const failed: Settled = { kind: 'failed', reason: error.message };
    await save(run, await attempt(run, 'search', shipments), () => failed);
    return undefined;
  }
}

/** A rejected batch is split in half, again and again, until the offending item is alone. */
async function send(run: Run, batch: readonly Shipment[]): Promise<void> {
  if (batch.length === 0) return;
  const outcome = await run.system.send(batch.map(({ item }) => item));
  if (outcome.kind === 'later') stop(run, { reason: outcome.reason, resumeAt: outcome.resumeAt });
  else run.result.hasAnswered = true;
  if (outcome.kind === 'rejected' && batch.length > 1) {
    // The run may end before each record has been sent again.
    await recordBatchRejection(run.db, recordsOf(batch), outcome.reason);
    const sent = batch.map(asSent);
    const middle = Math.ceil(sent.length / 2);
    for (const half of [sent.slice(0, middle), sent.slice(middle)]) {
      if (await mayContinue(run)) await send(run, await attempt(run, 'again', half));
    }
    return;
  }
  await save(run, batch, ({ deliveries: [carrier] }) => outcomeFor(outcome, carrier));
}

const recordsOf = (batch: readonly Shipment[]) =>
  batch.flatMap(({ deliveries }) => deliveries.map(({ attendance_id }) => attendance_id));

const asSent = ({ item, deliveries: [carrier, ...others] }: Shipment): Shipment => ({
  item,
  deliveries: [{ ...carrier, was_sent: true }, ...others],
});

/** How many items are looked for at once. */
const mostPerSearch = 50;

/** Where the HR system is asked first what it has, it is asked for one of these chunks after another. */
export function chunksOf({ find }: Connector, shipments: readonly Shipment[]): Shipment[][] {
  return inParts(shipments, find ? mostPerSearch : shipments.length);
}

/**
 * What changes a pair comes alone, everything else together. What failed before comes in smaller batches each time, so
 * that a record on which the HR system stumbles is alone in the end, and holds up no other.
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
