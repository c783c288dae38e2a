// One change to many items: a few calls at a time, with progress, an orderly stop, and an exact outcome at the end.
// Every item is in one call. Only a refused call is sent again, in two halves, to find the item that it was refused for.

import type { WriteKey } from '../../shared/contract/calls.ts';
import { failedMessage } from '../api/calls.ts';
import { type ApiError, asApiError, describeFailure } from '../api/errors.ts';

/** After a failure: the same call for half of its items, the next call, or no call any more. */
export type Reaction = 'halve' | 'continue' | 'stop';

export interface Failed<T> {
  items: readonly T[];
  reason: string;
}

export interface BulkOutcome<T> {
  total: number;
  /** Every item whose call succeeded, whether or not it changed anything. */
  done: readonly T[];
  /** How many of them the calls changed; the others were so already. */
  changed: number;
  failed: readonly Failed<T>[];
  /** Records in no call, because of Cancel or a failure that every call would meet. */
  notAttempted: readonly T[];
}

interface Many<T> {
  items: readonly T[];
  /** Items in one call. */
  size: number;
  /** Calls at the same time. */
  atOnce: number;
  /** Answers how many items it changed. */
  call(items: readonly T[]): Promise<number>;
  onFailure(error: unknown): { reaction: Reaction; reason: string };
  /** Begins no more calls once aborted; those under way are waited for. */
  signal: AbortSignal;
  onProgress?(outcome: BulkOutcome<T>): void;
}

/** Halving a call that fails as a whole, whatever it holds, must end soon. */
const maxHalvings = 60;

export async function runMany<T>(many: Many<T>): Promise<BulkOutcome<T>> {
  const { items, size, atOnce, call, onFailure, signal, onProgress } = many;
  const waiting = chunksOf(items, size);
  const done: T[] = [];
  const failed: Failed<T>[] = [];
  let changed = 0;
  let halvings = 0;
  let isStopped = false;
  const outcome = () => ({
    total: items.length,
    done: [...done],
    changed,
    failed: [...failed],
    notAttempted: waiting.flat(),
  });

  async function send(chunk: readonly T[]): Promise<void> {
    try {
      const changedNow = await call(chunk);
      changed += changedNow;
      done.push(...chunk);
    } catch (error) {
      const { reaction, reason } = onFailure(error);
      if (reaction === 'halve' && chunk.length > 1 && halvings < maxHalvings) {
        halvings += 1;
        waiting.unshift(...chunksOf(chunk, Math.ceil(chunk.length / 2)));
        return;
      }
      failed.push({ items: chunk, reason });
      if (reaction === 'stop') isStopped = true;
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted && !isStopped) {
      const chunk = waiting.shift();
      if (!chunk) return;
      await send(chunk);
      onProgress?.(outcome());
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome();
}

function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/** Returns the records that failed and those that were not tried. */
export const remaining = <T>({ failed, notAttempted }: BulkOutcome<T>): T[] => [
  ...failed.flatMap(({ items }) => items),
  ...notAttempted,
];

/** One outcome of several runs, each of which did what the one before had left. */
export function addedUp<T>(before: BulkOutcome<T> | undefined, last: BulkOutcome<T>): BulkOutcome<T> {
  if (!before) return last;
  return {
    ...last,
    total: before.total,
    done: [...before.done, ...last.done],
    changed: before.changed + last.changed,
  };
}

// Decides what a failed call of many means for the others.

/** Too many requests, or the server is down for the moment. */
const overloaded = [429, 502, 503, 504];

export const onFailure = (key: WriteKey) => (error: unknown) => {
  const failure = asApiError(error);
  return { reaction: reactionTo(failure), reason: reasonOf(failure, failedMessage(key)) };
};

function reactionTo({ kind, status }: ApiError): Reaction {
  switch (kind) {
    case 'misconfigured':
    case 'unreachable':
    case 'aborted':
    case 'unauthenticated':
    case 'html':
      return 'stop';
    case 'notFound':
    case 'invalid':
      return 'halve';
    default:
      return overloaded.includes(status) ? 'stop' : 'continue';
  }
}

/** Without an answer nobody knows whether the server did it. Doing it once more changes nothing. */
function reasonOf(failure: ApiError, fallback: string): string {
  const reason = describeFailure(failure, fallback);
  const isUnanswered = failure.kind === 'unreachable' || failure.kind === 'timedOut';
  return isUnanswered ? `${reason} It may have been done all the same.` : reason;
}
