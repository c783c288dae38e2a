// Moving through the records of a screen with keys: rows of its tables, or its cards. The cursor is the focus.

const records = 'main tbody tr, main article';

const recordsIn = () =>
  [...document.querySelectorAll<HTMLElement>(records)].filter((record) => record.querySelector('a, button, input'));

const atCursor = () => document.activeElement?.closest<HTMLElement>(records);

export function moveCursor(by: number): boolean {
  const all = recordsIn();
  const current = all.findIndex((record) => record === atCursor());
  const next = current < 0 ? all[0] : all[current + by];
  if (!next) return all.length > 0;
  next.tabIndex = -1;
  next.focus();
  return true;
}

export function selectAtCursor(): boolean {
  const box = atCursor()?.querySelector<HTMLElement>('input[type=checkbox]');
  box?.click();
  return box !== undefined && box !== null;
}

/** By the control that a click on the row presses, or its first button. Enter on a control of the row is for that one. */
export function openAtCursor(): boolean {
  const record = atCursor();
  if (!record || record !== document.activeElement) return false;
  const opener = record.querySelector<HTMLElement>('[data-opens]') ?? record.querySelector('button');
  opener?.click();
  return opener !== null;
}

export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}

/** By the control that is marked so in the record. */
export function answerAtCursor(answer: string): boolean {
  const control = atCursor()?.querySelector<HTMLElement>(`[data-answer=${answer}]`);
  control?.click();
  return control !== undefined && control !== null;
}
