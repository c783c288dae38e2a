// Returns to the last page from one that no longer exists: its last record was deleted, or the link is old.

import { useEffect } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { TurnTo } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';

/** The list, but not the empty page that is about to be left. While a search goes on, it may stay empty. */
export function useExistingPage<P extends Page<unknown>>(
  list: Resource<P>,
  page: number,
  turnTo: TurnTo,
  isSearched = false,
): Resource<P> {
  const lastPage = list.data?.last_page ?? page;
  const isPastEnd = !list.loading && page > lastPage;
  useEffect(() => {
    if (isPastEnd) turnTo(lastPage, { replace: true });
  }, [isPastEnd, lastPage, turnTo]);

  const isEmpty = list.data?.data.length === 0;
  const mayStayEmpty = isSearched && list.data?.current_page === page;
  const isComing = isEmpty && (isPastEnd || (list.loading && !mayStayEmpty));
  return isComing ? { ...list, data: undefined } : list;
}
