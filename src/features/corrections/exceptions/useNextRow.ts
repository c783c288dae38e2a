// An answered exception leaves the list, and the focus goes to the one that followed it.

import { useLayoutEffect, useRef } from 'react';
import type { ExceptionRow } from './exceptionRow.ts';

export const rowElementId = (id: number) => `exception-${id}`;

/** Answers what to call when rows were answered, before the list loads again. */
export function useNextRow(rows: readonly ExceptionRow[]): (answered: readonly ExceptionRow[]) => void {
  const next = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows are shown.
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    if (document.activeElement === document.body) document.getElementById(rowElementId(next.current))?.focus();
    next.current = undefined;
  }, [rows]);
  return (answered) => {
    const ids = new Set(answered.map(({ id }) => id));
    const first = rows.findIndex(({ id }) => ids.has(id));
    const others = [...rows.slice(first), ...rows.slice(0, first).toReversed()].filter(({ id }) => !ids.has(id));
    next.current = others[0]?.id;
  };
}
