// Reads a whole list for a search in the browser. Loaded when the first search begins.

import type { Page } from '../../../shared/contract/decode.ts';
import { readWhole } from '../../export/read/readWhole.ts';
import { asWideAsPossible } from '../../export/read/wide.ts';
import type { RecordKind } from '../recordKind.ts';
import type { ListSource } from '../useListSource.ts';
import { createIndex, type SearchIndex } from './searchIndex.ts';

export type SearchedKind<T> = Pick<RecordKind<T>, 'one' | 'many' | 'textsOf' | 'nameOf'>;

export interface ReadIndex<T> {
  index: SearchIndex<T>;
  /** Why the search may miss a record; empty where it cannot. */
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
  const source = {
    ask: asWideAsPossible(ask),
    contentOf: (record: T) => [JSON.stringify(record)],
    many: kind.many,
    holds: 'The search covers',
  };
  const { notes } = await readWhole(source, {
    sink,
    signal,
    trustsOneReading: true,
    onProgress: (_, done, total) => onProgress(done, total),
  });
  return { index: sink, notes };
}

/** Indexes a list that one answer contains. */
export async function indexOf<T extends { id: number }>(
  records: readonly T[],
  kind: Pick<SearchedKind<T>, 'textsOf' | 'nameOf'>,
  signal: AbortSignal,
): Promise<ReadIndex<T>> {
  const index = createIndex(kind);
  for (let start = 0; start < records.length; start += slice) {
    // Between slices the page stays responsive.
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    signal.throwIfAborted();
    index.add(records.slice(start, start + slice), 'end');
  }
  return { index, notes: [] };
}

const slice = 500;
