// The selected records of a list by id, in a store outside React. Each checkbox subscribes to its own state, so that
// selecting one of thousands renders only its row and the count. useSelected.ts has what only the selection bar needs.

import type { Picks } from '../ui/data/Table.tsx';

export interface Selection<T extends { id: number }> extends Picks {
  /** The element around the checkboxes. */
  readonly around: { current: HTMLDivElement | null };
  /** Records from all pages, which stay selected across pages until nothing is selected. */
  gathered: ReadonlyMap<number, T>;
  /** Returns a new set after every change. */
  ids(): ReadonlySet<number>;
  replace(ids: ReadonlySet<number>): void;
}

export function createSelection<T extends { id: number }>(): Selection<T> {
  let ids: ReadonlySet<number> = new Set();
  const listeners = new Set<() => void>();
  const selection: Selection<T> = {
    around: { current: null },
    gathered: new Map(),
    has: (id) => ids.has(id),
    ids: () => ids,
    set: (changed, isSelected) => selection.replace(withIds(ids, changed, isSelected)),
    replace(next) {
      ids = next;
      if (ids.size === 0) selection.gathered = new Map();
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return selection;
}

export function withIds(ids: ReadonlySet<number>, changed: Iterable<number>, isSelected: boolean): Set<number> {
  const next = new Set(ids);
  for (const id of changed) next[isSelected ? 'add' : 'delete'](id);
  return next;
}
