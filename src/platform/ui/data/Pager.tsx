// Previous and Next. On the first and last page, a button is disabled but keeps its focus. Pages are shown from the
// top.

import { useRef } from 'react';
import { ActionIcon } from '../ActionIcon.tsx';
import { Button } from '../Button.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './Pager.module.css';

interface PagerProps {
  page: number;
  lastPage: number;
  onPage(page: number): void;
  busy?: boolean;
}

export function Pager({ page, lastPage, onPage, busy = false }: PagerProps) {
  const nav = useRef<HTMLElement>(null);
  if (lastPage <= 1) return null;

  function turnTo(next: number) {
    onPage(next);
    showTop(nav.current?.parentElement);
  }
  return (
    <nav ref={nav} aria-label="Pagination" aria-busy={busy || undefined} className={s.pager}>
      <Button icon={<ActionIcon name="chevronLeft" />} aria-disabled={page <= 1} onClick={() => turnTo(page - 1)}>
        Previous
      </Button>
      <span aria-live="polite" className={layout.muted}>
        Page {page} of {lastPage}
      </span>
      <Button
        icon={<ActionIcon name="chevronRight" />}
        className={s.next}
        aria-disabled={page >= lastPage}
        onClick={() => turnTo(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}

/** Scrolls to the top of a list if that is above the window. */
export function showTop(list: HTMLElement | null | undefined) {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
}
