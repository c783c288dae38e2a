// Keeps a selection to its list: it ends when the filters change, and what was not gathered from all pages with its page.

import { useLayoutEffect, useState } from 'react';
import type { Selection } from './selection.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { AskPage } from '../export/read/readPages.ts';

const none: ReadonlySet<number> = new Set();

/** `filters` and `page` name what the list shows. */
export function useKnownRecords<T extends { id: number }>(
  selection: Selection,
  filters: string,
  page: string | number,
  records: readonly T[],
): KnownRecords<T> {
  const [known] = useState(() => createKnownRecords<T>(selection));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the selection.
  useLayoutEffect(() => () => selection.replace(none), [selection, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page ends what was selected on this one.
  useLayoutEffect(() => () => known.keepTo([]), [known, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: until the other page has loaded, these are still shown.
  useLayoutEffect(() => known.keepTo(records), [known, records, page]);
  return known;
}

// The records behind the selected ids: those that the page shows, and those gathered from all pages. No others may stay
// selected.

export interface KnownRecords<T> {
  /** Selects records from all pages. They stay selected on every page. */
  gather(records: readonly T[]): void;
  /** Ends the selection of those that are neither gathered nor shown. */
  keepTo(shown: readonly T[]): void;
  /** The selected records, as they were last read. */
  selected(shown: readonly T[]): T[];
}

export function createKnownRecords<T extends { id: number }>(selection: Selection): KnownRecords<T> {
  let gathered: ReadonlyMap<number, T> = new Map();
  selection.subscribe(() => {
    if (selection.ids().size === 0) gathered = new Map();
  });
  return {
    gather(records) {
      gathered = byId(records);
      selection.replace(new Set(gathered.keys()));
    },
    keepTo(shown) {
      const known = byId(shown);
      const unknown = [...selection.ids()].filter((id) => !known.has(id) && !gathered.has(id));
      if (unknown.length > 0) selection.set(unknown, false);
    },
    selected(shown) {
      const known = byId(shown);
      return [...selection.ids()].flatMap((id) => known.get(id) ?? gathered.get(id) ?? []);
    },
  };
}

const byId = <T extends { id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

// Records that are known already, as the only page of a list.

export function knownPage<T>(records: readonly T[]): Page<T> {
  const data = [...records];
  return { data, total: data.length, last_page: 1, current_page: 1, per_page: data.length };
}

export function askKnown<T>(records: readonly T[]): AskPage<T> {
  return async () => ({ data: knownPage(records), message: '', unread: [] });
}
