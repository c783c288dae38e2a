// The records behind the selected ids: those that the page shows, and those gathered from all pages. No others may stay
// selected.

import type { Selection } from './selection.ts';

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
