// The selected records of a list. The selection ends when the filters change. Records that were not gathered from all
// pages are deselected when their page is left.

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { Selection } from './selection.ts';

const none: ReadonlySet<number> = new Set();

/** State of the list, as identified by `filters` and `page`. */
export interface SelectedFrom<T extends { id: number }> {
  selection: Selection<T>;
  list: Page<T>;
  page: string | number;
  filters: string;
}

export function useSelected<T extends { id: number }>({ selection, list, page, filters }: SelectedFrom<T>): T[] {
  useSyncExternalStore(selection.subscribe, selection.ids);
  const { data } = list;
  const last = useRef(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of filters ends the selection.
  useLayoutEffect(() => () => selection.replace(none), [selection, filters]);
  useLayoutEffect(() => {
    // The previous page's records are still shown until the new page has loaded.
    if (last.current !== page) deselectUnknown(selection, []);
    last.current = page;
    deselectUnknown(selection, data);
  }, [selection, data, page]);
  return selectedOf(selection, data);
}

/** Selects records from all pages. */
export function gather<T extends { id: number }>(selection: Selection<T>, records: readonly T[]): void {
  selection.gathered = byId(records);
  selection.replace(new Set(selection.gathered.keys()));
}

/** Deselects records that are neither gathered nor shown. */
export function deselectUnknown<T extends { id: number }>(selection: Selection<T>, shown: readonly T[]): void {
  const known = byId(shown);
  const unknown = [...selection.ids()].filter((id) => !known.has(id) && !selection.gathered.has(id));
  if (unknown.length > 0) selection.set(unknown, false);
}

/** Returns the selected records as last read. */
export function selectedOf<T extends { id: number }>({ ids, gathered }: Selection<T>, shown: readonly T[]): T[] {
  const known = byId(shown);
  return [...ids()].flatMap((id) => known.get(id) ?? gathered.get(id) ?? []);
}

const byId = <T extends { id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));
