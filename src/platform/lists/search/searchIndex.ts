// Records with the words that they are found by, prepared once, so that a key costs little among many thousands.
// It finds what textMatcher of the contract would.

import { searchedWords, startsOf } from '../../../shared/contract/searchText.ts';
import type { RecordKind } from '../recordKind.ts';

export interface SearchIndex<T> {
  /** Returns matches in the given order; '' is the server's. */
  find(query: string, order: string): readonly T[];
}

interface IndexBuilder<T> extends SearchIndex<T> {
  clear(): void;
  add(records: readonly T[], where: 'front' | 'end'): void;
}

interface Entry<T> {
  record: T;
  /** Text from each place where a word may begin, with a space before each. */
  starts: string;
}

export function createIndex<T extends { id: number }>(
  kind: Pick<RecordKind<T>, 'textsOf' | 'nameOf'>,
): IndexBuilder<T> {
  let entries: Entry<T>[] = [];
  let sorted = new Map<string, readonly Entry<T>[]>();

  const prepared = (record: T): Entry<T> => ({
    record,
    starts: [' ', ...startsOf(kind.textsOf(record))].join(' '),
  });

  function inOrder(order: string): readonly Entry<T>[] {
    const known = sorted.get(order);
    if (known) return known;
    const made = entries.toSorted((one, other) => compare(order, kind.nameOf, one.record, other.record));
    sorted.set(order, made);
    return made;
  }

  return {
    clear() {
      entries = [];
      sorted = new Map();
    },
    add(records, where) {
      const more = records.map(prepared);
      entries = where === 'front' ? [...more, ...entries] : [...entries, ...more];
      sorted = new Map();
    },
    find(query, order) {
      const wanted = searchedWords(query);
      return inOrder(order)
        .filter(({ starts }) => wanted.every((word) => starts.includes(` ${word}`)))
        .map(({ record }) => record);
    },
  };
}

const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true });

/** Ids are given in the order in which records are added. */
function compare<T extends { id: number }>(order: string, nameOf: (record: T) => string, one: T, other: T): number {
  const byName = () => compareNames(nameOf(one), nameOf(other)) || one.id - other.id;
  switch (order) {
    case 'name':
      return byName();
    case '-name':
      return -byName();
    case 'created':
      return one.id - other.id;
    case '-created':
      return other.id - one.id;
    default:
      return 0;
  }
}
