// Reads a whole list for a server that does not search: once for each user, and again after a write.

import { useEffect, useState } from 'react';
import type { Answered, Api } from '../../platform/api/client.ts';
import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { ReadKey } from '../../shared/contract/calls.ts';
import { readIndex, type ReadIndex, type SearchedKind } from '../../platform/lists/search/readIndex.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';

export interface Reading<T> {
  find(query: string): readonly T[];
  /** Set while the list is being read. */
  progress?: { done: number; total: number };
  cancel(): void;
  /** Why the list is not there, or not all of it. */
  note?: string;
  /** Reads it again after a failure or Cancel. */
  retry?(): void;
}

type Ask<T> = (api: Api, page: number, width: number | undefined, signal: AbortSignal) => Promise<Answered<Page<T>>>;

const start = { done: 0, total: 0 };

/** Makes the hook for one list, which is read when it is first needed. */
export function wholeIndex<T extends { id: number }>(key: ReadKey, kind: SearchedKind<T>, ask: Ask<T>) {
  const kept = new WeakMap<CurrentUser, ReadIndex<T>>();

  return function useWholeIndex(isWanted: boolean): Reading<T> {
    const { api, queries } = useConnection();
    const user = useUser();
    const [read, setRead] = useState(() => kept.get(user));
    const [progress, setProgress] = useState(start);
    const [stopped, setStopped] = useState<string>();
    const isDue = isWanted && !read && stopped === undefined;

    useEffect(() => {
      return queries.watch(key, () => {
        kept.delete(user);
        setRead(undefined);
      });
    }, [queries, user]);

    useEffect(() => {
      if (!isDue) return;
      const reading = new AbortController();
      const { signal } = reading;
      const source = { ask: (page: number, width: number | undefined) => ask(api, page, width, signal) };
      const onProgress = (done: number, total: number) => signal.aborted || setProgress({ done, total });
      readIndex(source, kind, { signal, onProgress }).then(
        (index) => {
          if (signal.aborted) return;
          kept.set(user, index);
          setRead(index);
        },
        (error: unknown) =>
          signal.aborted ||
          setStopped(describeFailure(asApiError(error), `The search could not read all ${kind.many}`)),
      );
      return () => reading.abort();
    }, [isDue, api, user]);

    return {
      find: (query) => read?.index.find(query, '') ?? [],
      progress: isDue ? progress : undefined,
      cancel: () => setStopped('Not searched: you stopped the reading'),
      note: stopped ?? read?.notes.join(' '),
      retry: stopped === undefined ? undefined : () => setStopped(undefined),
    };
  };
}
