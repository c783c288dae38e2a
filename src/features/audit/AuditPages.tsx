// To older entries and back to the newest. A search looks at so many entries at a time, and says how far it got.

import type { AuditPage } from '../../shared/contract/audit.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import * as s from './AuditScreen.module.css';

interface AuditPagesProps {
  page: AuditPage;
  isFirst: boolean;
  busy: boolean;
  onNewest(): void;
  onOlder(before: number): void;
}

export function AuditPages({ page: { entries, next }, isFirst, busy, onNewest, onOlder }: AuditPagesProps) {
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pagination" aria-busy={busy || undefined} className={s.pages}>
      <span aria-live="polite" className={s.note}>
        {placeInWords(entries.length, entries[0]?.id, entries.at(-1)?.id, next)}
      </span>
      <span className={s.buttons}>
        <Button icon={<ActionIcon name="chevronLeft" />} aria-disabled={isFirst} onClick={() => !isFirst && onNewest()}>
          Newest
        </Button>
        <Button
          icon={<ActionIcon name="chevronRight" />}
          aria-disabled={next === null}
          onClick={() => next !== null && onOlder(next)}
        >
          Older
        </Button>
      </span>
    </nav>
  );
}

function placeInWords(count: number, newest: number | undefined, oldest: number | undefined, next: number | null) {
  if (newest === undefined || oldest === undefined) {
    return next === null ? '' : `None among the entries from ${groupDigits(next)} on. Older ones may match.`;
  }
  return count === 1 ? `Entry ${groupDigits(newest)}` : `Entries ${groupDigits(newest)} to ${groupDigits(oldest)}`;
}
