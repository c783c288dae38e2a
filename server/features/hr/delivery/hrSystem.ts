// Talks to one HR system during a run or test: makes the requests of its connector, one at a time at the allowed pace,
// and signs in where needed.

import { setTimeout as sleep } from 'node:timers/promises';
import { isExpired } from '../../../../src/shared/words/credentialExpiry.ts';
import { withTimeLimit } from '../../../platform/concurrency/limits.ts';
import type { OutboundAnswer, SafeRequest } from '../../../platform/http/outbound.ts';
import { errorMessage, withoutSecrets } from '../../../platform/log/log.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { type Health, healthOfStatus, online } from '../../companies/urlQueries.ts';
import { hasSecrets, secretValues } from '../connection/credentials.ts';
import type { OpenConnection } from '../connection/openConnection.ts';
import { clockDifference } from '../connectors/answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Conversation,
  type HttpRequest,
  type Item,
  NotNow,
  type Outcome,
} from '../connectors/connector.ts';

export interface HrSystemTools {
  readonly clock: () => Date;
  readonly safeRequest: SafeRequest;
  /** Waits between requests; replaced in tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  /** Whether the process is about to end: then no further batch is sent, and no further page read. */
  readonly isStopping?: () => boolean;
}

type Talk<Result> = (connection: Connection) => Conversation<Result>;

export interface HrSystem {
  send(items: readonly Item[]): Promise<BatchOutcome>;
  /** Throws NotNow. */
  converse<Result>(talk: Talk<Result>): Promise<Result>;
  /** Reachability; undefined if it has not been called. */
  health(): Health | undefined;
  /** The current time, or the HR system's where our clock is ahead of it. */
  now(): Date;
}

const timeoutMs = 15_000;
const largestAnswer = 1 << 20;
/** Limit for a reading or a test: some HR systems list everybody, or a month's leave, in one answer. */
export const maxReadingBytes = 4 << 20;
const signInAgain = 401;
/** Shorter sessions are not secret: a user's number may occur in any sentence. */
const shortestToken = 16;

export const addressOf = (url: string, path: HttpRequest['path']): string =>
  path === '' ? url : url.replace(/\/+$/, '') + path;

export type Opened = Pick<OpenConnection, 'connector' | 'connection' | 'expiresOn'>;

export function createHrSystem(tools: HrSystemTools, { connector, connection: opened, expiresOn }: Opened): HrSystem {
  const { clock, safeRequest, wait = sleep } = tools;
  const pauseMs = 60_000 / connector.requestsPerMinute;
  let session: string | undefined;
  let health: Health | undefined;
  let lastAt = -Infinity;
  let aheadMs = 0;
  /** Values that the HR system may repeat in its messages, which are stored and shown. */
  const secrets = new Set(secretValues(connector, opened.values));
  let lastStatus = 0;
  const explain = (reason: string) => {
    const isRefused = lastStatus === 401 || lastStatus === 403;
    const isPast = isExpired(expiresOn, opened.clock.dayOf(instantOf(clock())));
    const words = withoutSecrets(secrets, reason);
    return isRefused && isPast ? `${words}. The credentials expired: their last day was ${expiresOn}` : words;
  };

  async function ask({ method, path, body, headers }: HttpRequest): Promise<OutboundAnswer> {
    // The clock may have been set back meanwhile.
    const early = Math.min(lastAt + pauseMs - clock().getTime(), pauseMs);
    if (early > 0) await wait(early);
    lastAt = clock().getTime();
    secrets.add(headers?.Authorization?.split(' ').at(-1) ?? '');
    try {
      const answer = await safeRequest(addressOf(opened.url, path), {
        method,
        timeoutMs,
        maxBytes: largestAnswer,
        isConfidential: hasSecrets(connector),
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      });
      lastStatus = answer.status;
      health = healthOfStatus(answer.status);
      aheadMs = -1_000 * Math.min(0, clockDifference(answer, clock()) ?? 0);
      return answer;
    } catch (error) {
      if (error instanceof NotNow) throw error;
      health = { health_status: 'offline', health_error: errorMessage(error) };
      throw new NotNow(`The HR system did not answer: ${errorMessage(error)}`);
    }
  }

  /** Returns undefined if the HR system wants a new session first. */
  async function talkOnce<Result>(talk: Talk<Result>, current: string): Promise<{ result: Result } | undefined> {
    const conversation = talk({ ...opened, session: current, now: clock() });
    for (let step = conversation.next(); ; ) {
      if (step.done) return { result: step.value };
      const answer = await ask(step.value);
      if (answer.status === signInAgain && current !== '') return undefined;
      step = conversation.next(answer);
    }
  }

  async function newSession(): Promise<string> {
    const { signIn } = connector;
    session = signIn ? ((await talkOnce(signIn, ''))?.result ?? '') : '';
    if (session.length >= shortestToken) secrets.add(session);
    return session;
  }

  async function converse<Result>(talk: Talk<Result>): Promise<Result> {
    try {
      const first = await talkOnce(talk, session ?? (await newSession()));
      const done = first ?? (await talkOnce(talk, await newSession()));
      if (!done) throw new NotNow('The HR system does not accept the session that it has just given');
      return done.result;
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      throw new NotNow(explain(error.message), error.resumeAt);
    }
  }

  return {
    converse,
    async send(items) {
      try {
        const outcome = await converse(function* (connection) {
          const answer = yield connector.request(items, connection);
          return connector.outcome(items, answer, connection);
        });
        // Any answer about records proves that the system works.
        if (outcome.kind !== 'later') health = online;
        return mapReasons(outcome, explain);
      } catch (error) {
        if (!(error instanceof NotNow)) throw error;
        return { kind: 'later', reason: error.message, resumeAt: error.resumeAt };
      }
    },
    health: () => health,
    now: () => new Date(clock().getTime() - aheadMs),
  };
}

/** Shorter than the lease of a sync, which a reading may delay. */
const longestMs = 60_000;

/** Reads outside a run. Throws NotNow, also when it takes too long: no further request is sent then. */
export async function readWithin<Result>(tools: HrSystemTools, opened: Opened, talk: Talk<Result>): Promise<Result> {
  let isLate = false;
  const late = () =>
    new NotNow(`${opened.connector.name} did not answer everything within ${longestMs / 1000} seconds`);
  const safeRequest: SafeRequest = (url, options) => {
    if (isLate) throw late();
    if (tools.isStopping?.()) throw new NotNow('The server was stopped');
    return tools.safeRequest(url, { ...options, maxBytes: maxReadingBytes });
  };
  const system = createHrSystem({ ...tools, safeRequest }, opened);
  return withTimeLimit(system.converse(talk), longestMs, late).finally(() => {
    isLate = true;
  });
}

function mapReasons(batch: BatchOutcome, change: (reason: string) => string): BatchOutcome {
  const mapReason = <O extends BatchOutcome | Outcome>(outcome: O): O =>
    'reason' in outcome ? { ...outcome, reason: change(outcome.reason) } : outcome;
  if (batch.kind !== 'answered') return mapReason(batch);
  return { ...batch, outcomes: new Map([...batch.outcomes].map(([key, outcome]) => [key, mapReason(outcome)])) };
}
