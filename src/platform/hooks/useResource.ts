// Reads: the answer of a call, loaded when shown and typed by the contract. Data stays while it is reloaded, the latest
// request wins, and leaving aborts it.

import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Args, ReadKey } from '../../shared/contract/calls.ts';
import { failedMessage } from '../api/calls.ts';
import type { Answered } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/errors.ts';
import { requestName } from '../api/queries.ts';
import { useConnection } from '../session/session.tsx';
import { afterPaint } from './afterPaint.ts';

export interface Resource<T> {
  data: T | undefined;
  /** One reason for each list row that is missing from `data` because it could not be read. */
  unread: readonly string[];
  error: ApiError | undefined;
  /** Message for a failure if the server sends none. */
  failed: string;
  loading: boolean;
  reload(): void;
}

interface Result<T> {
  /** Attempt that ended with this result; '' if none has. */
  attempt: string;
  answered?: Answered<T>;
  /** Request that was answered. */
  request?: string;
  error?: ApiError;
}

/** Never returns data that was read with other arguments. Null arguments mean that there is nothing to load yet. */
export function useResource<K extends ReadKey>(key: K, args: Args<K> | null): Resource<Answer<K>> {
  return useReading(key, args, false);
}

/** Keeps the answer to the previous arguments until the new one arrives, for lists. */
export function useRemembered<K extends ReadKey>(key: K, args: Args<K> | null): Resource<Answer<K>> {
  return useReading(key, args, true);
}

function useReading<K extends ReadKey>(key: K, args: Args<K> | null, showsStale: boolean): Resource<Answer<K>> {
  const { queries } = useConnection();
  const [generation, setGeneration] = useState(0);
  const request = args === null ? '' : requestName(key, args);
  const attempt = request && generation + request;
  const [result, setResult] = useState<Result<Answer<K>>>(() => {
    const cached = args === null ? undefined : queries.peek(key, args);
    if (cached?.isFresh) return { attempt, answered: cached.answered, request };
    return { attempt: '', answered: showsStale ? cached?.answered : undefined, request };
  });
  const isPrefetched = useRef(result.attempt !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` stands for `key` and `args`.
  useEffect(() => {
    if (args === null) return;
    let isLatest = true;
    let leave = () => {};
    function read(current: Args<K>) {
      const reading = queries.load(key, current);
      leave = reading.leave;
      reading.promise.then(
        // A transition renders a long list in slices, which keeps the page responsive.
        (answered) => {
          if (isLatest) startTransition(() => setResult({ attempt, answered, request }));
        },
        (error: unknown) => isLatest && setResult((before) => ({ ...before, attempt, error: asApiError(error) })),
      );
    }
    if (isPrefetched.current) {
      isPrefetched.current = false;
      queries.markShown(key, args);
    } else if (result.attempt === '' && result.answered) leave = afterPaint(() => read(args));
    else read(args);
    return () => {
      isLatest = false;
      leave();
    };
  }, [queries, attempt]);

  const isWanted = args !== null;
  const reload = useCallback(() => setGeneration((count) => count + 1), []);
  useEffect(() => (isWanted ? queries.watch(key, reload) : undefined), [queries, key, isWanted, reload]);
  const forgetAndReload = useCallback(() => {
    queries.forget(key);
    reload();
  }, [queries, key, reload]);

  const loading = isWanted && result.attempt !== attempt;
  const isShown = isWanted && (result.request === request || (showsStale && loading));
  const answered = isShown ? result.answered : undefined;
  return {
    data: answered?.data,
    unread: answered?.unread ?? [],
    error: isWanted && !loading ? result.error : undefined,
    failed: failedMessage(key),
    loading,
    reload: forgetAndReload,
  };
}
