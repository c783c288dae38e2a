// The records of a page that match the quick filter, which looks only into what is loaded and says so.

import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import * as s from './CrudScreen.module.css';

interface FilteredRecordsProps<T> {
  records: readonly T[];
  filter: string;
  many: string;
  wordsOf(record: T): readonly string[];
  empty: { title: string; hint?: string };
  add: ReactNode;
  onClear(): void;
  children(records: readonly T[]): ReactNode;
}

export function FilteredRecords<T>({
  records,
  filter,
  many,
  wordsOf,
  empty,
  add,
  onClear,
  children,
}: FilteredRecordsProps<T>) {
  if (records.length === 0) return <EmptyState title={empty.title} hint={empty.hint} action={add} />;
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return children(records);
  const found = records.filter((record) => wordsOf(record).join('\n').toLowerCase().includes(wanted));
  return (
    <>
      <p role="status" className={s.filtered}>
        {found.length} of the {records.length} {many} on this page match “{filter.trim()}”
      </p>
      {found.length > 0 ? (
        children(found)
      ) : (
        <EmptyState
          icon="filter"
          title="Nothing on this page matches"
          action={<Button onClick={onClear}>Clear filter</Button>}
        />
      )}
    </>
  );
}
