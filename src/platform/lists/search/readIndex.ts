// Reads a whole list for searching it in the browser. Loaded when the first search begins.

import type { Page } from '../../../shared/contract/decode.ts';
import { searchedWords, startsOf } from '../../../shared/contract/searchText.ts';
import { inSlices } from '../../csv/inSlices.ts';
import { withLargestPages } from '../../export/read/readPages.ts';
import { readWhole } from '../../export/read/readWhole.ts';
import type { RecordKind } from '../../records/recordKind.ts';
import type { ListSource } from '../useListSource.ts';

export type SearchedKind<T> = Pick<RecordKind<T>, 'one' | 'many' | 'textsOf' | 'nameOf'>;

export interface ReadIndex<T> {
  index: SearchIndex<T>;
  /** Reasons why the search may miss a record; empty if it cannot. */
  notes: readonly string[];
}

export interface ReadOptions {
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export async function readIndex<T extends { id: number }>(
  { ask }: Pick<ListSource<Page<T>>, 'ask'>,
  kind: SearchedKind<T>,
  { signal, onProgress }: ReadOptions,
): Promise<ReadIndex<T>> {
  const sink = createIndex(kind);
  const source = { ask: withLargestPages(ask), many: kind.many, leadIn: 'The search covers' };
  const { notes } = await readWhole(source, { sink, signal, trustsOneReading: true, onProgress });
  return { index: sink, notes };
}

/** Indexes a list that is contained in a single answer. */
export async function indexOf<T extends { id: number }>(
  records: readonly T[],
  kind: Pick<SearchedKind<T>, 'textsOf' | 'nameOf'>,
  signal: AbortSignal,
): Promise<ReadIndex<T>> {
  const index = createIndex(kind);
  await inSlices(records, (record) => index.add([record], 'end'), { signal });
  return { index, notes: [] };
}

// Records with the words by which they are found, prepared once to keep each keystroke cheap among many thousands.
// Finds the same as the contract's textMatcher.

interface SearchIndex<T> {
  /** Returns matches in the given order; '' is the server's. */
  find(query: string, order: string): readonly T[];
}

interface IndexBuilder<T> extends SearchIndex<T> {
  clear(): void;
  add(records: readonly T[], where: 'front' | 'end'): void;
}

interface Entry<T> {
  record: T;
  /** The texts from each place where a word may begin, each preceded by a space. */
  starts: string;
}

function createIndex<T extends { id: number }>(kind: Pick<RecordKind<T>, 'textsOf' | 'nameOf'>): IndexBuilder<T> {
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
      if (where === 'front') entries.unshift(...more);
      else entries.push(...more);
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

/** Sorts by id for the order of creation. */
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
