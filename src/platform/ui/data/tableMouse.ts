// What the mouse does in a table, on the table itself instead of on each of its cells.

import type { MouseEvent } from 'react';

/** The whole cell is the checkbox's target, and the whole row that of its control with `data-opens`. */
export function clickControl({ target, currentTarget, shiftKey, ctrlKey, metaKey }: MouseEvent) {
  // Clicks in a dialog that was opened from the table come here, too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, input, label')) return;
  const box = target instanceof HTMLTableCellElement && target.querySelector('input');
  if (box) return box.click();
  if (shiftKey || ctrlKey || metaKey || getSelection()?.type === 'Range') return; // text is being selected
  const opener = target.closest('tr')?.querySelector<HTMLElement>('[data-opens=true]');
  opener?.focus({ preventScroll: true }); // the focus returns to it
  opener?.click();
}

/** A tooltip with the whole text, made when it is needed. */
export function tellWhatIsCut({ target }: MouseEvent) {
  const cell = target instanceof Element && target.closest<HTMLElement>('[data-cut]');
  if (cell && !cell.title) cell.title = cell.textContent;
}
