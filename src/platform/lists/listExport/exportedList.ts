// Exports the list that a screen shows, with its search, order and filters, but with all pages.

import type { Page } from '../../../shared/contract/decode.ts';
import { type ExportedList, exportList, type ListExport } from '../../export/list/exportList.ts';
import type { ListColumn, ListFormat, ListRows } from '../../export/list/listFile.ts';
import { filterFacts, type Origin } from '../../export/proof/about.ts';
import type { RecordKind } from '../../records/recordKind.ts';
import type { Listing } from '../listView.ts';
import { indexOf } from '../search/readIndex.ts';
import type { ListSource } from '../useListSource.ts';

interface Shown<T> extends Pick<ListSource<Page<T>>, 'ask' | 'searches'> {
  kind: Pick<RecordKind<T>, 'title' | 'many' | 'textsOf' | 'nameOf'>;
  params: Pick<Listing, 'q' | 'sort'>;
  /** Filters in words, including the search. */
  shownFilters: Origin['filters'];
  columns(): Promise<readonly ListColumn<T>[]>;
  /** Replaces the default of one row per record. */
  rows?(records: readonly T[]): Promise<ListRows>;
}

export async function exportShown<T extends { id: number }>(
  { kind, ask, searches, params: { q, sort }, shownFilters, columns, rows }: Shown<T>,
  run: Pick<ListExport<T>, 'author' | 'signal' | 'onProgress'> & { format: ListFormat },
): Promise<ExportedList> {
  // Searches and sorts here because the server does not.
  const select = async (records: readonly T[]) => (await indexOf(records, kind, run.signal)).index.find(q, sort);
  const isWhole = searches || (q === '' && sort === '');
  return exportList({
    ...run,
    title: kind.title,
    many: kind.many,
    columns: await columns(),
    facts: filterFacts(shownFilters),
    rows,
    ask,
    select: isWhole ? undefined : select,
  });
}
