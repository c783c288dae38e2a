// The records of a page that match the quick filter, which searches only what is loaded and says so.

import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import type { RecordKind } from './recordKind.ts';
import * as s from './CrudScreen.module.css';

interface FilteredRecordsProps<T> {
  records: readonly T[];
  filter: string;
  kind: Pick<RecordKind<T>, 'one' | 'many' | 'textsOf'>;
  empty?: { title: string; hint?: string };
  add?: ReactNode;
  onClear(): void;
  children(records: readonly T[]): ReactNode;
}

export function FilteredRecords<T>({ records, filter, kind, empty, add, onClear, children }: FilteredRecordsProps<T>) {
  const { one, many, textsOf } = kind;
  if (records.length === 0) {
    const firstSteps = add ? `Get started by adding your first ${one}` : undefined;
    const { title, hint } = empty ?? { title: `No ${many} found`, hint: firstSteps };
    return <EmptyState title={title} hint={hint} action={add} />;
  }
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return children(records);
  const found = records.filter((record) => textsOf(record).join('\n').toLowerCase().includes(wanted));
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
          action={<Button onClick={onClear}>Clear Filter</Button>}
        />
      )}
    </>
  );
}
