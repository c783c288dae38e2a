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

/** Firefox says of a cell that is cut that all of its text fits. */
function markCutCells(cells: NodeListOf<Element>): void {
  for (const cell of cells) cell.removeAttribute('data-cut');
  const tooNarrow = Array.from(cells).filter((cell) => cell.scrollWidth > cell.clientWidth);
  for (const cell of tooNarrow) cell.setAttribute('data-cut', '');
}
