// The selected records of a list, by id: a store beside React. Each checkbox subscribes to its own state, so that
// selecting one of thousands renders one row and the count.

import type { Picks } from '../ui/data/Table.tsx';

export interface Selection<T extends { id: number }> extends Picks {
  /** The element around the checkboxes. */
  readonly around: { current: HTMLDivElement | null };
  /** A new set after every change. */
  ids(): ReadonlySet<number>;
  replace(ids: ReadonlySet<number>): void;
  /** Selects records from all pages. They stay selected on every page. */
  gather(records: readonly T[]): void;
  /** Ends the selection of those that are neither gathered nor shown. */
  keepTo(shown: readonly T[]): void;
  /** The selected records, as they were last read. */
  selected(shown: readonly T[]): T[];
}

export function createSelection<T extends { id: number }>(): Selection<T> {
  let ids: ReadonlySet<number> = new Set();
  let gathered: ReadonlyMap<number, T> = new Map();
  const listeners = new Set<() => void>();

  function replace(next: ReadonlySet<number>) {
    ids = next;
    if (ids.size === 0) gathered = new Map();
    for (const listener of [...listeners]) listener();
  }
  const set = (changed: Iterable<number>, isSelected: boolean) => replace(withIds(ids, changed, isSelected));

  return {
    around: { current: null },
    has: (id) => ids.has(id),
    ids: () => ids,
    set,
    replace,
    gather(records) {
      gathered = byId(records);
      replace(new Set(gathered.keys()));
    },
    keepTo(shown) {
      const known = byId(shown);
      const unknown = [...ids].filter((id) => !known.has(id) && !gathered.has(id));
      if (unknown.length > 0) set(unknown, false);
    },
    selected(shown) {
      const known = byId(shown);
      return [...ids].flatMap((id) => known.get(id) ?? gathered.get(id) ?? []);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const byId = <T extends { id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

/** The ids with some more, or without some. */
export function withIds(ids: ReadonlySet<number>, changed: Iterable<number>, isSelected: boolean): Set<number> {
  const next = new Set(ids);
  for (const id of changed) next[isSelected ? 'add' : 'delete'](id);
  return next;
}
