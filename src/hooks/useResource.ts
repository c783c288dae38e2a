// Reading: what a call answers, loaded when shown, typed by the contract. Old data stays while new
// data loads, the latest request wins, leaving aborts.

import { startTransition, useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../api/errors.ts';
import { requestName } from '../api/queries.ts';
import type { Answer, Args, ReadKey } from '../contract/endpoints.ts';
import { loadFailedMessage } from '../contract/messages/reads.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { afterPaint } from './afterPaint.ts';

export interface Resource<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** Shown where it failed and the server gives no message. */
  failed: string;
  loading: boolean;
  reload(): void;
}

interface Settled<T> {
  /** Which load it was that ended so. */
  load: string;
  data?: T;
  error?: ApiError;
}

/** `null` in place of the arguments: nothing to load yet. */
export function useResource<K extends ReadKey>(key: K, args: Args<K> | null): Resource<Answer<K>> {
  return useReading(key, args, undefined);
}

/** A list for looking through: as it was last seen until its answer comes. */
export function useRemembered<K extends ReadKey>(key: K, args: Args<K>): Resource<Answer<K>> {
  const { resources } = useSession();
  const [remembered] = useState(() => resources.remembered(key, args));
  return useReading(key, args, remembered);
}

function useReading<K extends ReadKey>(
  key: K,
  args: Args<K> | null,
  remembered: Answer<K> | undefined,
): Resource<Answer<K>> {
  const { resources } = useSession();
  const [generation, setGeneration] = useState(0);
  const load = args === null ? '' : `${generation} ${requestName(key, args)}`;
  const [settled, setSettled] = useState<Settled<Answer<K>>>({ load: '', data: remembered });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` names `key` and `args` by value; the rest is read once.
  useEffect(() => {
    if (args === null) return;
    let isLatest = true;
    let leave: (() => void) | undefined;
    function read(wanted: Args<K>) {
      // What was asked for ahead is drawn once the screen around it stands, in slices that leave the page free to answer.
      const arrived = resources.arrived(key, wanted);
      if (arrived !== undefined) startTransition(() => setSettled({ load, data: arrived }));
      const reading = resources.load(key, wanted);
      reading.promise.then(
        (data) => isLatest && data !== arrived && setSettled({ load, data }),
        (error: unknown) => isLatest && setSettled(({ data }) => ({ load, data, error: asApiError(error) })),
      );
      leave = reading.leave;
    }
    const isSeen = settled.load === '' && remembered !== undefined;
    if (isSeen) leave = afterPaint(() => read(args));
    else read(args);
    return () => {
      isLatest = false;
      leave?.();
    };
  }, [resources, load]);

  const isAsked = args !== null;
  useEffect(
    () => (isAsked ? resources.watch(key, () => setGeneration((n) => n + 1)) : undefined),
    [resources, key, isAsked],
  );

  const reload = useCallback(() => {
    resources.forget(key);
    setGeneration((n) => n + 1);
  }, [resources, key]);

  const loading = settled.load !== load;
  const failed = loadFailedMessage(key);
  if (!isAsked) return { data: undefined, error: undefined, failed, loading: false, reload };
  return { data: settled.data, error: loading ? undefined : settled.error, failed, loading, reload };
}
