// Sends a company's waiting records to its HR system, batch by batch, and writes down what became of each.
// An attempt is on record before it is made, and its result right after: whatever dies in between, the record
// is sent again under the same key, and the HR system knows it again.

import type { Db } from '../../db/db.ts';
import { findHrUrl } from '../configQueries.ts';
import { beginAttempt, type Delivery, noteRefusal, type Outcome, settle } from './deliveryQueries.ts';
import { keepTurn, type Turn } from '../leaseQueries.ts';
import { plusMinutes } from '../../time/instants.ts';
import { mostAttempts, pauseMinutes } from './retry.ts';
import { errorMessage } from '../../platform/log.ts';
import type { SafeRequest } from '../../platform/outbound.ts';
import {
  headersOf,
  idempotencyKey,
  messageOf,
  type RecordAnswer,
  type Sender,
  type Verdict,
  verdictOf,
} from './protocol.ts';

export interface DeliveryTools {
  readonly db: Db;
  readonly clock: () => Date;
  readonly safeRequest: SafeRequest;
  /** From 0 up to 1, so that pauses differ; tests make it repeatable. */
  readonly chance?: () => number;
  readonly batchSize?: number;
  /** The process is about to end: no further batch. */
  readonly isStopping?: () => boolean;
}

interface Target {
  readonly turn: Turn;
  readonly url: string;
  readonly sender: Sender;
}

interface Run extends Target {
  readonly until: Date;
}

export interface Failure {
  readonly delivery: Delivery;
  readonly error: string;
}

export interface Tally {
  accepted: number;
  failures: Failure[];
  /** Why the rest was not tried in this run, if it was not. */
  stopped: string | undefined;
}

/** Others wait for their turn meanwhile, and the schedule for word of this one; the rest goes on soon after. */
const longestRunMinutes = 5;
/** In case that the process dies with the batch under way. */
const unansweredMinutes = 5;
const answerWithinMs = 15_000;
const largestAnswer = 1 << 20;

export async function deliver(tools: DeliveryTools, target: Target, deliveries: readonly Delivery[]): Promise<Tally> {
  const { batchSize = 100 } = tools;
  const tally: Tally = { accepted: 0, failures: [], stopped: undefined };
  const run = { ...target, until: plusMinutes(tools.clock(), longestRunMinutes) };
  for (let from = 0; from < deliveries.length && (await mayGoOn(tools, run, tally)); from += batchSize) {
    const batch = deliveries.slice(from, from + batchSize);
    await beginAttempt(tools.db, batch, plusMinutes(tools.clock(), unansweredMinutes));
    await send(tools, run, batch, tally);
  }
  return tally;
}

/** Asked before every message, and before anything says that it was sent. */
async function mayGoOn(tools: DeliveryTools, { turn, url, until }: Run, tally: Tally): Promise<boolean> {
  if (tally.stopped !== undefined) return false;
  if (tools.isStopping?.()) tally.stopped = 'The server was stopped';
  else if (tools.clock() >= until)
    tally.stopped = `The HR system is slow: the run ended after ${longestRunMinutes} minutes`;
  else if (!(await keepTurn(tools.db, turn, tools.clock()))) tally.stopped = 'Another process took this sync over';
  else if ((await findHrUrl(tools.db, turn.companyId)) !== url)
    tally.stopped = 'The address of the HR system was changed';
  return tally.stopped === undefined;
}

/** A batch that is refused as a whole is halved until the record that is to blame stands alone. */
async function send(tools: DeliveryTools, run: Run, batch: readonly Delivery[], tally: Tally): Promise<void> {
  const verdict = await ask(tools, run, batch);
  if (verdict.kind === 'refused' && batch.length > 1) {
    // The run may end before each of them is asked about again.
    await noteRefusal(tools.db, batch, verdict.reason);
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      if (await mayGoOn(tools, run, tally)) await send(tools, run, half, tally);
    }
    return;
  }
  const outcomes = new Map<number, Outcome>();
  for (const delivery of batch) {
    const answer = answerFor(verdict, idempotencyKey(run.sender, delivery));
    outcomes.set(delivery.attendance_id, outcomeOf(tools, delivery, answer));
    if (answer.kind === 'accepted') tally.accepted++;
    else tally.failures.push({ delivery, error: answer.reason });
  }
  await settle(tools.db, outcomes, tools.clock());
  if (verdict.kind === 'useless') tally.stopped = verdict.reason;
}

async function ask(
  { safeRequest, clock }: DeliveryTools,
  { url, sender }: Target,
  batch: readonly Delivery[],
): Promise<Verdict> {
  const body = messageOf(sender, batch);
  try {
    const answer = await safeRequest(url, {
      method: 'POST',
      body,
      headers: headersOf(sender, body, clock()),
      timeoutMs: answerWithinMs,
      maxBytes: largestAnswer,
    });
    return verdictOf(answer);
  } catch (error) {
    const trouble = errorMessage(error);
    return { kind: 'useless', reason: `The HR system did not answer: ${trouble}` };
  }
}

function answerFor(verdict: Verdict, key: string): RecordAnswer {
  if (verdict.kind === 'refused') return { kind: 'rejected', reason: verdict.reason };
  if (verdict.kind === 'useless') return { kind: 'unclear', reason: verdict.reason };
  return verdict.results.get(key) ?? { kind: 'unclear', reason: 'The HR system said nothing about this record' };
}

function outcomeOf({ clock, chance = Math.random }: DeliveryTools, delivery: Delivery, answer: RecordAnswer): Outcome {
  if (answer.kind === 'accepted') return answer;
  const attempts = delivery.attempts + 1;
  if (answer.kind === 'rejected' || attempts >= mostAttempts) return { kind: 'failed', error: answer.reason };
  const nextTry = plusMinutes(clock(), pauseMinutes(attempts, chance()));
  return { kind: 'waiting', error: answer.reason, nextTry };
}
