// Shows a newly created record and focuses its card. If it is not on the current page, a server that sorts is asked for
// the newest first. Other servers list the newest first or last, so the last page is tried.

import { useEffect, useState } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { ChangeParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import type { Listing } from './listView.ts';

export const cardId = (id: number) => `record-${id}`;

type Address = Pick<Listing, 'page' | 'q' | 'sort'>;

interface Sought {
  id: number;
  hasMoved: boolean;
}

export function useCreatedRecord(
  list: Resource<Page<{ id: number }>>,
  page: number,
  sorts: boolean,
  change: ChangeParams<Address>,
): (id: number | undefined) => void {
  const [sought, setSought] = useState<Sought>();

  useEffect(() => {
    if (!sought || list.loading || !list.data) return;
    const { data, last_page } = list.data;
    if (data.some(({ id }) => id === sought.id)) {
      setSought(undefined);
      const card = document.getElementById(cardId(sought.id));
      card?.scrollIntoView({ block: 'nearest' });
      card?.focus();
    } else if (sought.hasMoved || (!sorts && page === last_page)) {
      setSought(undefined);
    } else {
      setSought({ ...sought, hasMoved: true });
      change(sorts ? { sort: '-created' } : { page: last_page });
    }
  }, [sought, list.loading, list.data, page, sorts, change]);

  return (id) => {
    if (id === undefined) return;
    // A search could hide it, and so could an order that is applied in the browser.
    change(sorts ? { q: '' } : { q: '', sort: '' });
    setSought({ id, hasMoved: false });
  };
}
