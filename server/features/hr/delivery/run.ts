// One run of a company's deliveries: its tools, whether it may go on, and how it stores results.

import type { Db, Queries } from '../../../platform/db/db.ts';
import { dateOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Health } from '../../companies/urlQueries.ts';
import type { Connection, Connector } from '../connectors/connector.ts';
import { type HrFailure, type Lease, renewLease } from '../syncState.ts';
import { type AttemptKind, type DeliveryUpdate, recordAttempt, updateDeliveries } from './attempts.ts';
import type { Delivery } from './deliveryQueries.ts';
import type { HrSystem, HrSystemTools } from './hrSystem.ts';
import { type Settled, type Shipment, updateAfter } from './shipments.ts';

export interface DeliveryTools extends HrSystemTools {
  readonly db: Db;
  /** Jitter for retries, in [0, 1); repeatable in tests. */
  readonly chance?: () => number;
  /** Limit of items per request. */
  readonly batchSize?: number;
  /** True when the process is about to end: no further batch is sent. */
  readonly isStopping?: () => boolean;
}

export interface Target {
  readonly lease: Lease;
  readonly connector: Connector;
  readonly connection: Connection;
  /** Stored with each delivery as the system that has it. */
  readonly sentTo: string;
  /** False once somebody has changed how the HR system is reached. */
  readonly isCurrent: (queries: Queries) => Promise<boolean>;
  /** Last day on which the credentials work, if they expire. */
  readonly expiresOn?: string;
}

export interface Failure {
  readonly delivery: Delivery;
  readonly error: string;
  /** Not tried again until a user retries it. */
  readonly isRejected: boolean;
}

export interface DeliveryResult {
  accepted: number;
  failures: Failure[];
  /** Reason why the run ended early. */
  stopped: string | undefined;
  /** The HR system took or refused records. */
  hasAnswered: boolean;
  /** Failure of the HR system that ended the run. */
  failure: HrFailure | undefined;
  /** Reachability; undefined if it was not called. */
  health: Health | undefined;
}

export interface Run extends DeliveryTools, Target {
  readonly system: HrSystem;
  readonly endsAt: Date;
  /** Number of records to send. */
  readonly total: number;
  readonly result: DeliveryResult;
}

/** Limit that frees the lease for others and lets the schedule report progress; remaining records follow soon. */
export const longestRunMinutes = 5;
/**
 * Time after which a search is safe. An HR system may still process a request that we gave up after 15 seconds, and the
 * clocks of two servers may differ by some minutes.
 */
export const mayArriveMinutes = 5;

/** True where a late request does harm: it would double an item, or undo a pair's later end. */
export const isHarmedByLate = ({ find, takes }: Connector) => find !== undefined || takes === 'pair';

export function isTooEarly({ connector, clock }: Run, { deliveries: [carrier] }: Shipment): boolean {
  const { last_attempt_at: last, is_unclear } = carrier;
  return (
    isHarmedByLate(connector) && is_unclear && last !== null && plusMinutes(dateOf(last), mayArriveMinutes) > clock()
  );
}

/** Checked before each request, and before its attempt is stored. */
export async function mayContinue(run: Run): Promise<boolean> {
  run.result.stopped ??= await reasonToStop(run);
  return run.result.stopped === undefined;
}

async function reasonToStop(run: Run): Promise<string | undefined> {
  const { db, clock, isStopping, lease, connection, isCurrent, endsAt, total, result } = run;
  if (isStopping?.()) return 'The server was stopped';
  if (clock() >= endsAt) return `The HR system is slow: the run ended after ${longestRunMinutes} minutes`;
  const renewed = await renewLease(db, lease, { done: result.accepted + result.failures.length, total }, clock());
  if (!renewed) return 'Another process took over this sync';
  if (renewed.cancelled_by !== '') return `Cancelled by ${renewed.cancelled_by}`;
  if (renewed.url !== connection.url) return 'The URL of the HR system was changed';
  if (!(await isCurrent(db))) return 'The connection of the HR system was changed';
  return undefined;
}

export function stop({ result }: Run, failure: HrFailure): void {
  result.stopped = failure.reason;
  result.failure = failure;
}

/** Returns the shipments that are still to be sent. */
export async function attempt(run: Run, kind: AttemptKind, shipments: readonly Shipment[]): Promise<Shipment[]> {
  const now = run.clock();
  const deliveries = shipments.flatMap((shipment) => shipment.deliveries);
  const attempted = await recordAttempt(run.db, deliveries, {
    kind,
    now,
    nextTry: plusMinutes(now, mayArriveMinutes),
  });
  const isAttempted = (shipment: Shipment) =>
    shipment.deliveries.every(({ attendance_id }) => attempted.has(attendance_id));
  const others = shipments.filter((shipment) => !isAttempted(shipment));
  for (const { deliveries } of others)
    fail(run, deliveries, 'It was changed meanwhile: the next sync takes it up', false);
  return shipments.filter(isAttempted);
}

/** One transaction, so that both records of a pair always have the same outcome. */
export async function save(
  run: Run,
  batch: readonly Shipment[],
  outcomeOf: (shipment: Shipment) => Settled,
): Promise<void> {
  const { db, clock, chance = Math.random, result, sentTo } = run;
  const updates = new Map<number, DeliveryUpdate>();
  for (const shipment of batch) {
    const outcome = outcomeOf(shipment);
    const attempts = shipment.deliveries[0].attempts + 1;
    const update = updateAfter(outcome, { attempts, notBefore: notBefore(run), now: clock(), chance: chance() });
    for (const { attendance_id } of shipment.deliveries) updates.set(attendance_id, update);
    if (outcome.kind === 'accepted') result.accepted += shipment.deliveries.length;
    else fail(run, shipment.deliveries, outcome.reason, update.state === 'retryNeeded');
  }
  if (updates.size > 0) await db.tx((queries) => updateDeliveries(queries, updates, sentTo, clock()));
}

/** Time by which the last request has arrived, if it ever does. */
function notBefore({ connector, clock }: Run): Date | undefined {
  return isHarmedByLate(connector) ? plusMinutes(clock(), mayArriveMinutes) : undefined;
}

export function fail({ result }: Run, deliveries: readonly Delivery[], error: string, isRejected: boolean): void {
  result.failures.push(...deliveries.map((delivery) => ({ delivery, error, isRejected })));
}
