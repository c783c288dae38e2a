// The selected records, by id: a store beside React. Each checkbox subscribes to its own state, so that selecting one
// of thousands renders one row and the count.

export interface Selection {
  has(id: number): boolean;
  /** A new set after every change. */
  ids(): ReadonlySet<number>;
  set(ids: Iterable<number>, isSelected: boolean): void;
  replace(ids: ReadonlySet<number>): void;
  subscribe(listener: () => void): () => void;
}

export function createSelection(): Selection {
  let ids: ReadonlySet<number> = new Set();
  const listeners = new Set<() => void>();

  function replace(next: ReadonlySet<number>) {
    ids = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    has: (id) => ids.has(id),
    ids: () => ids,
    set: (changed, isSelected) => replace(withIds(ids, changed, isSelected)),
    replace,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The ids with some more, or without some. */
export function withIds(ids: ReadonlySet<number>, changed: Iterable<number>, isSelected: boolean): Set<number> {
  const next = new Set(ids);
  for (const id of changed) next[isSelected ? 'add' : 'delete'](id);
  return next;
}
