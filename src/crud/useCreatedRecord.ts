// Shows a record that was just created, and focuses its card. Servers list the newest first or last, so if it is not on
// the current page, the last page is tried.

import { useEffect, useState } from 'react';
import type { Page } from '../contract/decode.ts';
import type { Resource } from '../hooks/useResource.ts';

export const cardId = (id: number) => `record-${id}`;

type Sought = { id: number; triedLastPage: boolean } | undefined;

export function useCreatedRecord(
  list: Resource<Page<{ id: number }>>,
  page: number,
  goTo: (page: number) => void,
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
    } else if (sought.triedLastPage || page === last_page) {
      setSought(undefined);
    } else {
      setSought({ ...sought, triedLastPage: true });
      goTo(last_page);
    }
  }, [sought, list.loading, list.data, page, goTo]);

  return (id) => setSought(id === undefined ? undefined : { id, triedLastPage: false });
}
