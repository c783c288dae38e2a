// Sends a company's waiting records to its HR system in batches and saves each outcome. An attempt is recorded before
// the request and its outcome right after it: after a crash in between, the record is sent again under the same
// idempotency key, so the HR system recognises it.

import { healthOfStatus, online } from '../../companies/urlHealth.ts';
import type { Health } from '../../companies/urlQueries.ts';
import type { Db } from '../../db/db.ts';
import { errorMessage } from '../../platform/log.ts';
import type { SafeRequest } from '../../platform/outbound.ts';
import { plusMinutes } from '../../time/instants.ts';
import { findHrUrl } from '../hrSystemQueries.ts';
import { type Lease, renewLease } from '../leaseQueries.ts';
import {
  type Delivery,
  type DeliveryUpdate,
  recordAttempt,
  recordBatchRejection,
  updateDeliveries,
} from './deliveryQueries.ts';
import { type BatchOutcome, batchOutcome, headersOf, messageOf, type Sender } from './protocol.ts';
import { outcomeFor, updateAfter } from './settle.ts';

export interface DeliveryTools {
  readonly db: Db;
  readonly clock: () => Date;
  readonly safeRequest: SafeRequest;
  /** From 0 up to 1, for the jitter of retries; tests make it repeatable. */
  readonly chance?: () => number;
  readonly batchSize?: number;
  /** The process is about to end: send no further batch. */
  readonly isStopping?: () => boolean;
}

interface Target {
  readonly lease: Lease;
  readonly url: string;
  readonly sender: Sender;
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
  readonly endsAt: Date;
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
const timeoutMs = 15_000;
const largestAnswer = 1 << 20;

export async function deliver(
  tools: DeliveryTools,
  target: Target,
  deliveries: readonly Delivery[],
): Promise<DeliveryResult> {
  const { db, clock, batchSize = 100 } = tools;
  const result: DeliveryResult = { ...nothingDelivered, failures: [] };
  const run: Run = { ...tools, ...target, endsAt: plusMinutes(clock(), longestRunMinutes), result };
  for (let from = 0; from < deliveries.length && (await mayContinue(run)); from += batchSize) {
    const wanted = deliveries.slice(from, from + batchSize);
    const batch = await recordAttempt(db, wanted, plusMinutes(clock(), unansweredMinutes));
    if (batch.length > 0) await send(run, batch);
  }
  return result;
}

/** Checked before each request, and before its attempt is recorded. */
async function mayContinue(run: Run): Promise<boolean> {
  run.result.stopped ??= await reasonToStop(run);
  return run.result.stopped === undefined;
}

async function reasonToStop({ db, clock, isStopping, lease, url, endsAt }: Run): Promise<string | undefined> {
  if (isStopping?.()) return 'The server was stopped';
  if (clock() >= endsAt) return `The HR system is slow: the run ended after ${longestRunMinutes} minutes`;
  if (!(await renewLease(db, lease, clock()))) return 'Another process took over this sync';
  if ((await findHrUrl(db, lease.companyId))?.url !== url) return 'The URL of the HR system was changed';
  return undefined;
}

/** A rejected batch is split in half, again and again, until the offending record is alone. */
async function send(run: Run, batch: readonly Delivery[]): Promise<void> {
  const outcome = await request(run, batch);
  if (outcome.kind === 'rejected' && batch.length > 1) {
    // The run may end before each record has been sent again.
    await recordBatchRejection(run.db, batch, outcome.reason);
    const sent = batch.map((delivery) => ({ ...delivery, was_sent: true }));
    const middle = Math.ceil(sent.length / 2);
    for (const half of [sent.slice(0, middle), sent.slice(middle)]) {
      if (await mayContinue(run)) await send(run, half);
    }
    return;
  }
  if (outcome.kind === 'later') {
    run.result.stopped = outcome.reason;
    run.result.resumeAt = outcome.resumeAt;
  }
  await save(run, batch, outcome);
}

async function request(run: Run, batch: readonly Delivery[]): Promise<BatchOutcome> {
  const { safeRequest, clock, url, sender, result } = run;
  const body = messageOf(sender, batch);
  const headers = headersOf(sender, body, clock());
  try {
    const answer = await safeRequest(url, { method: 'POST', body, headers, timeoutMs, maxBytes: largestAnswer });
    const outcome = batchOutcome(answer, clock());
    result.health = outcome.kind === 'later' ? healthOfStatus(answer.status) : online;
    return outcome;
  } catch (error) {
    result.health = { health_status: 'offline', health_error: errorMessage(error) };
    return { kind: 'later', reason: `The HR system did not answer: ${errorMessage(error)}` };
  }
}

async function save(run: Run, batch: readonly Delivery[], answer: BatchOutcome): Promise<void> {
  const { clock, chance = Math.random, result } = run;
  const { resumeAt } = result;
  const updates = new Map<number, DeliveryUpdate>();
  for (const delivery of batch) {
    const outcome = outcomeFor(answer, delivery);
    const update = updateAfter(outcome, { attempts: delivery.attempts + 1, resumeAt, now: clock(), chance: chance() });
    updates.set(delivery.attendance_id, update);
    if (outcome.kind === 'accepted') result.accepted++;
    else result.failures.push({ delivery, error: outcome.reason, isRejected: update.state === 'retryNeeded' });
  }
  await run.db.tx((queries) => updateDeliveries(queries, updates, clock()));
}
