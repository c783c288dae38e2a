// Records that match the search, for a list that a single answer contains completely.

import type { ReactNode } from 'react';
import { textMatcher } from '../../shared/contract/searchText.ts';
import type { RecordKind } from '../records/recordKind.ts';
import { FoundRecords, foundWords } from './FoundRecords.tsx';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './search/SearchStatus.module.css';

interface FilteredRecordsProps<T> {
  records: readonly T[];
  filter: string;
  kind: Pick<RecordKind<T>, 'one' | 'many' | 'textsOf'>;
  empty?: { title: string; hint?: ReactNode };
  onClear(): void;
  children(records: readonly T[]): ReactNode;
}

export function FilteredRecords<T>({ records, filter, kind, empty, onClear, children }: FilteredRecordsProps<T>) {
  const query = filter.trim();
  const matches = textMatcher(query);
  const found = query === '' ? records : records.filter((record) => matches(kind.textsOf(record)));
  return (
    <>
      <p role="status" className={`${layout.muted} ${s.found}`}>
        {query && foundWords(kind, { query, total: found.length })}
      </p>
      <FoundRecords records={found} isSearched={query !== ''} kind={kind} empty={empty} onClear={onClear}>
        {children}
      </FoundRecords>
    </>
  );
}
