// Leads back from a page that is no more: its last record was deleted, or an old link names it.

import { useEffect } from 'react';
import type { Page } from '../contract/decode.ts';
import type { ChangeParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';

/** The list, without the empty page that one is led away from. */
export function useExistingPage<T>(
  list: Resource<Page<T>>,
  page: number,
  change: ChangeParams<{ page: number }>,
): Resource<Page<T>> {
  const lastPage = list.data?.last_page ?? page;
  const isPastEnd = !list.loading && page > lastPage;
  useEffect(() => {
    if (isPastEnd) change({ page: lastPage }, { replace: true });
  }, [isPastEnd, lastPage, change]);

  const isComing = list.data?.data.length === 0 && (list.loading || isPastEnd);
  return isComing ? { ...list, data: undefined } : list;
}
