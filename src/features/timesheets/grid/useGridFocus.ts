// A grid is one stop of the Tab key: the cell that had the focus last. Keys move the focus from cell to cell.

import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { cellAfter, type Cell } from './gridKeys.ts';

interface GridFocus {
  /** The cell that Tab leads to. */
  active: Cell;
  onFocus(event: FocusEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** For cells that carry cellName() in `data-cell`. */
export function useGridFocus(rows: number, columns: number): GridFocus {
  const [focused, setFocused] = useState<Cell>({ row: 0, column: 0 });
  const last = { row: rows - 1, column: columns - 1 };
  // Another page may be shorter.
  const active = { row: Math.min(focused.row, last.row), column: Math.min(focused.column, last.column) };
  return {
    active,
    onFocus({ target }) {
      const cell = cellOf(target);
      if (cell) setFocused(cell);
    },
    onKeyDown(event) {
      const next = event.altKey || event.metaKey ? undefined : cellAfter(active, event, last);
      if (!next) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${cellName(next)}"]`)?.focus();
    },
  };
}

export const cellName = ({ row, column }: Cell): string => `${row} ${column}`;

function cellOf(element: Element): Cell | undefined {
  const name = element.closest('[data-cell]')?.getAttribute('data-cell');
  const [row, column] = (name ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}
