// Previous and Next. On the first and last page a button is disabled but keeps its focus.

import { ActionIcon } from '../ActionIcon.tsx';
import { Button } from '../Button.tsx';
import * as s from './Pager.module.css';

interface PagerProps {
  page: number;
  lastPage: number;
  onPage(page: number): void;
  busy?: boolean;
}

export function Pager({ page, lastPage, onPage, busy = false }: PagerProps) {
  if (lastPage <= 1) return null;
  return (
    <nav aria-label="Pagination" aria-busy={busy || undefined} className={s.pager}>
      <Button icon={<ActionIcon name="chevronLeft" />} aria-disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-live="polite" className={s.place}>
        Page {page} of {lastPage}
      </span>
      <Button
        icon={<ActionIcon name="chevronRight" />}
        className={s.next}
        aria-disabled={page >= lastPage}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
