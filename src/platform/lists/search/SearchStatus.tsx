// Result of a search, progress of reading the whole list, and the reason if that failed.

import { groupDigits } from '../../../shared/words/plural.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../ui/feedback/Progress.tsx';
import { foundWords } from '../FoundRecords.tsx';
import type { SearchedKind } from './readIndex.ts';
import type { SearchedList } from './useSearchedList.ts';
import * as layout from '../../ui/layout/layout.module.css';
import * as s from './SearchStatus.module.css';

interface SearchStatusProps extends SearchedList<unknown> {
  kind: Pick<SearchedKind<unknown>, 'one' | 'many'>;
  /** Leaves the search, which also ends the reading. */
  onCancel(): void;
}

export function SearchStatus({ kind, list, search: { found, whole }, onCancel }: SearchStatusProps) {
  const { failure, notes = [] } = whole;
  const isFirstReading = whole.loading && !whole.index && (list.data?.last_page ?? 1) > 1;
  const done = whole.progress?.done ?? 0;
  // Until the first page has been read again, use the total of the page on screen.
  const total = whole.progress?.total || (list.data?.total ?? 0);
  return (
    <>
      <p role="status" className={`${layout.muted} ${s.found}`}>
        {found && foundWords(kind, found)}
      </p>
      {isFirstReading && (
        <section aria-label="Search">
          <CancellableProgress
            label={`Reading ${groupDigits(done)} of ${groupDigits(total)} ${kind.many}`}
            value={done}
            max={total}
            onCancel={onCancel}
          />
        </section>
      )}
      {failure && (
        <Banner tone="bad" onRetry={failure.retry}>
          {failure.message}
        </Banner>
      )}
      {found && notes.length > 0 && <Banner tone="warning">{notes.join(' ')}</Banner>}
    </>
  );
}
