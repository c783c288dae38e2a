// Cells whose text is too long for them. The styles cut only these, because each cell that is cut costs painting.

import { useLayoutEffect, useRef } from 'react';

/** Goes on the table, and looks at its cells after each render and when its size changes. */
export function useCutCells(selector: string) {
  const ref = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const table = ref.current;
    if (!table) return;
    // The observer is told at once, too: after layout and before painting.
    const observer = new ResizeObserver(() => markCutCells(table.querySelectorAll(selector)));
    observer.observe(table);
    return () => observer.disconnect();
  });
  return ref;
}

/** Reads all cells before it changes one, so that the table is laid out once. */
function markCutCells(cells: Iterable<Element>): void {
  const seen = Array.from(cells, (cell) => ({ cell, isCut: cell.scrollWidth > cell.clientWidth }));
  for (const { cell, isCut } of seen) cell.toggleAttribute('data-cut', isCut);
}
