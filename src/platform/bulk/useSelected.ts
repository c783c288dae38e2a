// The selected records of a list. The selection keeps to it: it ends when the filters change, and what was not gathered
// from all pages with its page.

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { Selection } from './selection.ts';

/** What the list shows; `filters` and `page` name it. */
export interface SelectedFrom<T extends { id: number }> {
  selection: Selection<T>;
  list: Page<T>;
  page: string | number;
  filters: string;
}

export function useSelected<T extends { id: number }>({ selection, list, page, filters }: SelectedFrom<T>): T[] {
  useSyncExternalStore(selection.subscribe, selection.ids);
  const { data } = list;
  const last = useRef({ filters, page });
  useLayoutEffect(() => {
    if (last.current.filters !== filters) selection.replace(new Set());
    // Until the other page has loaded, the records of this one are still shown.
    else if (last.current.page !== page) selection.keepTo([]);
    last.current = { filters, page };
    selection.keepTo(data);
  }, [selection, data, page, filters]);
  return selection.selected(data);
}
