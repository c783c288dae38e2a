import { useDeferredValue, useMemo } from 'react';

/**
 * The first of a list's items until these are on screen, then all of them: so the answer to a click does not wait for
 * rows that nobody sees yet.
 */
export function useFirstItems<T>(items: readonly T[], count: number): readonly T[] {
  const areShown = useDeferredValue(true, false);
  return useMemo(() => (areShown ? items : items.slice(0, count)), [areShown, items, count]);
}
