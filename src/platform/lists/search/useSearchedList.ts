// A list that the person searches and sorts over all pages: by the server where it can, otherwise in the browser.

import { useMemo, useState } from 'react';
import type { Page } from '../../../shared/contract/decode.ts';
import type { Resource } from '../../hooks/useResource.ts';
import type { Listing } from '../listing.ts';
import type { AddressedList } from '../useListSource.ts';
import type { SearchedKind } from './readIndex.ts';
import { useWholeList, type WholeList } from './useWholeList.ts';

export interface SearchedList<T> {
  list: Resource<Page<T>>;
  search: {
    /** Search that found the page; undefined without one. */
    found: { query: string; total: number } | undefined;
    /** Whether the server's order is by name. */
    isByName: boolean;
    whole: WholeList<T>;
  };
}

/** More at once would make typing slow, where a server puts the whole list on one page. */
const widestPage = 100;
const usualPage = 12;

export function useSearchedList<T extends { id: number }>(
  source: AddressedList<Page<T>, Pick<Listing, 'page' | 'q' | 'sort'>>,
  kind: SearchedKind<T>,
): SearchedList<T> {
  const { list, params, searches, asked } = source;
  const { page, q, sort } = params;
  const isInBrowser = !searches && (q.trim() !== '' || sort !== '');
  const whole = useWholeList(source, kind, isInBrowser);
  const { index } = whole;
  const matching = useMemo(() => (isInBrowser ? index?.find(q, sort) : undefined), [isInBrowser, index, q, sort]);

  const perPage = Math.min(widestPage, list.data?.per_page || usualPage);
  const shown = !isInBrowser
    ? list
    : { ...list, data: matching ? pageOf(matching, page, perPage) : list.data, loading: list.loading || whole.loading };

  const query = isInBrowser ? q : asked;
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

/** Changes only when the page shown does, so that what is said of it is always true. */
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
