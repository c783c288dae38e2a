// Reading: what a call answers, loaded when shown and typed by the contract. Old data stays while new data loads,
// the latest request wins, and leaving aborts.

import { useCallback, useEffect, useRef, useState } from 'react';
import { asApiError, type ApiError } from '../api/errors.ts';
import { requestName } from '../api/queries.ts';
import type { Answer, Args, ReadKey } from '../contract/endpoints.ts';
import { loadFailedMessage } from '../contract/messages/reads.ts';
import { useConnection } from '../session/useSession.ts';
import { afterPaint } from './afterPaint.ts';

export interface Resource<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** Shown where it failed and the server gives no message. */
  failed: string;
  loading: boolean;
  reload(): void;
}

interface Result<T> {
  /** The load that ended with this; '' if none has. */
  load: string;
  data?: T;
  error?: ApiError;
}

/** `null` in place of the arguments: nothing to load yet. */
export function useResource<K extends ReadKey>(key: K, args: Args<K> | null): Resource<Answer<K>> {
  return useReading(key, args, false);
}

/** For lists: shows the last known answer until the new one arrives. */
export function useRemembered<K extends ReadKey>(key: K, args: Args<K>): Resource<Answer<K>> {
  return useReading(key, args, true);
}

function useReading<K extends ReadKey>(key: K, args: Args<K> | null, showsStale: boolean): Resource<Answer<K>> {
  const { queries } = useConnection();
  const [generation, setGeneration] = useState(0);
  const load = args === null ? '' : `${generation} ${requestName(key, args)}`;
  const [result, setResult] = useState<Result<Answer<K>>>(() => {
    const known = args === null ? undefined : queries.peek(key, args);
    if (known?.isFresh) return { load, data: known.data };
    return { load: '', data: showsStale ? known?.data : undefined };
  });
  const isPrefetched = useRef(result.load !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` stands for `key` and `args`, whatever their identity.
  useEffect(() => {
    if (args === null) return;
    let isLatest = true;
    let leave = () => {};
    function read(wanted: Args<K>) {
      const reading = queries.load(key, wanted);
      leave = reading.leave;
      reading.promise.then(
        (data) => isLatest && setResult({ load, data }),
        (error: unknown) => isLatest && setResult(({ data }) => ({ load, data, error: asApiError(error) })),
      );
    }
    if (isPrefetched.current) {
      isPrefetched.current = false;
      queries.markShown(key, args);
    } else if (result.load === '' && result.data !== undefined) leave = afterPaint(() => read(args));
    else read(args);
    return () => {
      isLatest = false;
      leave();
    };
  }, [queries, load]);

  const isWanted = args !== null;
  const reload = useCallback(() => setGeneration((count) => count + 1), []);
  useEffect(() => (isWanted ? queries.watch(key, reload) : undefined), [queries, key, isWanted, reload]);
  const forgetAndReload = useCallback(() => {
    queries.forget(key);
    reload();
  }, [queries, key, reload]);

  const loading = isWanted && result.load !== load;
  return {
    data: isWanted ? result.data : undefined,
    error: isWanted && !loading ? result.error : undefined,
    failed: loadFailedMessage(key),
    loading,
    reload: forgetAndReload,
  };
}
