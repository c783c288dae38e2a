// List that is searched and sorted across all pages, by the server if it can, otherwise in the browser.

import { useEffect, useMemo, useState } from 'react';
import type { Page } from '../../../shared/contract/decode.ts';
import { asApiError, describeFailure } from '../../api/errors.ts';
import { CodeLoadError, loadOnce } from '../../boot/loadOnce.ts';
import type { Resource } from '../../hooks/useResource.ts';
import type { Listing } from '../listView.ts';
import type { AddressedList, ListSource } from '../useListSource.ts';
import type { ReadIndex, SearchedKind } from './readIndex.ts';

export interface SearchedList<T> {
  list: Resource<Page<T>>;
  search: {
    /** Search that found the page; undefined if there was none. */
    found: { query: string; total: number } | undefined;
    /** Whether the server's order is by name. */
    isByName: boolean;
    whole: WholeList<T>;
  };
}

/** Bounds a page for servers that put the whole list on one, as more would make typing slow. */
const widestPage = 100;
const usualPage = 12;

export function useSearchedList<T extends { id: number }>(
  source: AddressedList<Page<T>, Pick<Listing, 'page' | 'q' | 'sort'>>,
  kind: SearchedKind<T>,
): SearchedList<T> {
  const { list, params, searches, requestedSearch } = source;
  const { page, q, sort } = params;
  const isInBrowser = !searches && (q.trim() !== '' || sort !== '');
  const whole = useWholeList(source, kind, isInBrowser);
  const { index } = whole;
  const matching = useMemo(() => (isInBrowser ? index?.find(q, sort) : undefined), [isInBrowser, index, q, sort]);

  const perPage = Math.min(widestPage, list.data?.per_page || usualPage);
  const isReading = list.loading || (whole.loading && list.data !== undefined);
  const shown = !isInBrowser
    ? list
    : { ...list, data: matching ? pageOf(matching, page, perPage) : list.data, loading: isReading };

  const query = isInBrowser ? q : requestedSearch;
  const isFound = isInBrowser ? matching !== undefined : !list.loading;
  const found = useLatest(isFound, query.trim(), shown.data?.total);
  return { list: shown, search: { found, isByName: searches, whole } };
}

function pageOf<T>(records: readonly T[], page: number, perPage: number): Page<T> {
  const start = (page - 1) * perPage;
  return {
    data: records.slice(start, start + perPage),
    total: records.length,
    last_page: Math.max(1, Math.ceil(records.length / perPage)),
    current_page: page,
    per_page: perPage,
  };
}

/** Changes only when the visible page does, so that what is said about it is always true. */
function useLatest(
  isFound: boolean,
  query: string,
  total: number | undefined,
): SearchedList<unknown>['search']['found'] {
  const [latest, setLatest] = useState({ query: '', total: 0 });
  if (isFound && total !== undefined && (latest.query !== query || latest.total !== total)) {
    setLatest({ query, total });
  }
  return latest.query === '' ? undefined : latest;
}

// The whole list, for a search in the browser. It is read when the search begins, kept for the screen, and read again
// after a write, while the search continues in the previous list.

const loadReading = loadOnce('The search', () => import('./readIndex.ts'));

interface WholeList<T> extends Partial<ReadIndex<T>> {
  loading: boolean;
  progress?: { done: number; total: number };
  failure?: { message: string; retry(): void };
}

interface Result<T> extends Partial<ReadIndex<T>> {
  /** Name of the last list that was read or failed to be; '' if there was none. */
  load: string;
  /** Name of the list in the index. */
  name?: string;
  /** The list, if a single answer contains it. */
  from?: Page<T>;
  error?: unknown;
}

function useWholeList<T extends { id: number }>(
  source: ListSource<Page<T>>,
  kind: SearchedKind<T>,
  isWanted: boolean,
): WholeList<T> {
  const { list, name, ask, watch } = source;
  const [generation, setGeneration] = useState(0);
  const [result, setResult] = useState<Result<T>>({ load: '' });
  const [progress, setProgress] = useState<WholeList<T>['progress']>();
  useEffect(() => watch(() => setGeneration((count) => count + 1)), [watch]);

  const from = list.data && isWhole(list.data, list.unread.length) ? list.data : undefined;
  const load = `${generation} ${name}`;
  const isCurrent = result.load === load && result.from === from;
  // Until the page has arrived, it is unknown whether it is the whole list.
  const isDue = isWanted && !isCurrent && !list.loading && list.data !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` stands for `ask`, and a kind never changes.
  useEffect(() => {
    if (!isDue) return;
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (done: number, total: number) => !signal.aborted && setProgress({ done, total });
    setProgress(undefined);
    loadReading()
      .then(({ indexOf, readIndex }) =>
        from ? indexOf(from.data, kind, signal) : readIndex({ ask }, kind, { signal, onProgress }),
      )
      .then(
        (read) => !signal.aborted && setResult({ load, name, from, ...read }),
        // Keep what was read before searchable.
        (error: unknown) =>
          !signal.aborted && setResult((last) => ({ ...(last.name === name && last), load, name, from, error })),
      );
    return () => reading.abort();
  }, [isDue, load, from]);

  const { index, notes, error } = result;
  return {
    index: result.name === name ? index : undefined,
    notes,
    loading: isWanted && !isCurrent,
    progress: isDue ? progress : undefined,
    failure:
      isCurrent && error !== undefined
        ? {
            message: messageOf(error, kind.many),
            // Browsers remember a module that failed to load.
            retry: () => (error instanceof CodeLoadError ? location.reload() : setResult({ ...result, load: '' })),
          }
        : undefined,
  };
}

const isWhole = <T>({ data, last_page, total }: Page<T>, unread: number): boolean =>
  last_page === 1 && data.length + unread >= total;

function messageOf(error: unknown, many: string): string {
  if (error instanceof CodeLoadError) return error.message;
  return describeFailure(asApiError(error), `The search could not read all ${many}`);
}
