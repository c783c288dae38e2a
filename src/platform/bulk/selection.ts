// The selected records of a list, by id: a store beside React. Each checkbox subscribes to its own state, so that
// selecting one of thousands renders one row and the count. useSelected.ts has what only the bar of the selection needs.

import type { Picks } from '../ui/data/Table.tsx';

export interface Selection<T extends { id: number }> extends Picks {
  /** The element around the checkboxes. */
  readonly around: { current: HTMLDivElement | null };
  /** Records from all pages: they stay selected on every page, until nothing is. */
  gathered: ReadonlyMap<number, T>;
  /** A new set after every change. */
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
