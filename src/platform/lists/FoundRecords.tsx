// Records of a page, or the reason why there are none.

import type { ReactNode } from 'react';
import { groupDigits } from '../../shared/words/plural.ts';
import type { RecordKind } from '../records/recordKind.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';

interface FoundRecordsProps<T> {
  records: readonly T[];
  isSearched: boolean;
  kind: Pick<RecordKind<T>, 'one' | 'many'>;
  /** Further filters in use. */
  filters?: readonly { label: string; value: string }[];
  empty?: { title: string; hint?: ReactNode };
  add?: ReactNode;
  onClear(): void;
  children(records: readonly T[]): ReactNode;
}

export function FoundRecords<T>(props: FoundRecordsProps<T>) {
  const { records, isSearched, kind, filters = [], empty, add, onClear, children } = props;
  if (records.length > 0) return children(records);
  const alsoBy = filters.map(({ label, value }) => `${label}: ${value}`).join(', ');
  if (isSearched) {
    return (
      <EmptyState
        icon="filter"
        title="Nothing found"
        hint={alsoBy && `The search is limited to ${alsoBy}`}
        action={<Button onClick={onClear}>Clear Search</Button>}
      />
    );
  }
  const reason = alsoBy ? `The list is limited to ${alsoBy}` : add && `Get started by adding your first ${kind.one}`;
  const { title, hint } = empty ?? { title: `No ${kind.many} found`, hint: reason };
  return <EmptyState title={title} hint={hint} action={add} />;
}

interface Found {
  query: string;
  total: number;
}

/** '12 employees match “mull”' */
export function foundWords({ one, many }: { one: string; many: string }, { query, total }: Found): string {
  if (total === 0) return `No ${many} match “${query}”`;
  return total === 1 ? `1 ${one} matches “${query}”` : `${groupDigits(total)} ${many} match “${query}”`;
}
