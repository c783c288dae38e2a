// Applies a change to many items: a few calls at a time, with progress, an orderly stop, and an exact outcome. Each
// item is in one call. Only a refused call is sent again, in two halves, to find the item that caused the refusal.

import type { WriteKey } from '../../shared/contract/calls.ts';
import { failedMessage } from '../api/calls.ts';
import { type ApiError, asApiError, describeFailure } from '../api/errors.ts';
import { withFields } from '../hooks/useAction.ts';

/** Reaction to a failure: repeat the call in halves, continue with the next one, or stop. */
export type Reaction = 'halve' | 'continue' | 'stop';

export interface Failed<T> {
  items: readonly T[];
  reason: string;
}

export interface BulkOutcome<T> {
  total: number;
  /** Items whose call succeeded, whether or not it changed anything. */
  done: readonly T[];
  /** Number of them that changed. The others already were as wanted. */
  changed: number;
  failed: readonly Failed<T>[];
  /** Items for which no call was made, due to Cancel or to a failure that would hit every call. */
  notAttempted: readonly T[];
}

interface Many<T> {
  items: readonly T[];
  /** Number of items per call. */
  size: number;
  /** Number of concurrent calls. */
  atOnce: number;
  /** Resolves with the number of items it changed. */
  call(items: readonly T[]): Promise<number>;
  onFailure(error: unknown): { reaction: Reaction; reason: string };
  /** Prevents further calls once aborted. Calls under way are awaited. */
  signal: AbortSignal;
  onProgress?(outcome: BulkOutcome<T>): void;
}

/** Bounds the halving of a call that fails regardless of its items. */
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

/** Returns the items that failed or were not attempted. */
export const remaining = <T>({ failed, notAttempted }: BulkOutcome<T>): T[] => [
  ...failed.flatMap(({ items }) => items),
  ...notAttempted,
];

/** Combines the outcomes of successive runs, each of which continued where the previous one had left off. */
export function combineOutcomes<T>(before: BulkOutcome<T> | undefined, last: BulkOutcome<T>): BulkOutcome<T> {
  if (!before) return last;
  return {
    ...last,
    total: before.total,
    done: [...before.done, ...last.done],
    changed: before.changed + last.changed,
  };
}

// Decides what a failed call means for the remaining ones.

/** Too many requests, or the server is temporarily down. */
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

/** Warns if there was no answer, as the server may have done it anyway. Repeating it does no harm. */
function reasonOf(failure: ApiError, fallback: string): string {
  const reason = withFields(describeFailure(failure, fallback), failure.fields);
  const isUnanswered = failure.kind === 'unreachable' || failure.kind === 'timedOut';
  return isUnanswered ? `${reason} It may have been done all the same.` : reason;
}
