// Marks the page with what is on the screen, for styles elsewhere. :has() would make browsers check every table cell on
// the page again whenever anything is added.
import { useLayoutEffect } from 'react';

type Mark = 'data-dialog' | 'data-side-dialog' | 'data-public' | 'data-selecting' | 'data-choosable';

const counts: Partial<Record<Mark, number>> = {};

/** Marks the page while the component is shown and `isSet`. */
export function usePageMark(mark: Mark, isSet = true): void {
  useLayoutEffect(() => {
    if (!isSet) return;
    const add = (change: number) => {
      counts[mark] = (counts[mark] ?? 0) + change;
      document.documentElement.toggleAttribute(mark, counts[mark] > 0);
    };
    add(1);
    return () => add(-1);
  }, [mark, isSet]);
}
