// What the mouse does in a table, on the table itself instead of on each of its cells.

import type { MouseEvent } from 'react';

/** The whole cell is the checkbox's target, and the whole row that of its control with `data-opens`. */
export function clickControl({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
  const box = target instanceof HTMLTableCellElement && target.querySelector('input');
  if (box) return box.click();
  if (shiftKey || ctrlKey || metaKey || getSelection()?.type === 'Range') return; // text is being selected
  const opener = target.closest('tr')?.querySelector<HTMLElement>('[data-opens]');
  opener?.focus({ preventScroll: true }); // the focus returns to it
  opener?.click();
}

/** A tooltip with the whole text, made when it is needed. */
export function tellWhatIsCut({ target }: MouseEvent) {
  const cell = target instanceof Element && target.closest<HTMLElement>('[data-cut]');
  if (cell && !cell.title) cell.title = cell.textContent;
}
