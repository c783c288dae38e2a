// Moving through the records of a screen with keys: rows of its tables, or its cards. The cursor is the focus.

const recordsIn = () =>
  [...document.querySelectorAll<HTMLElement>('main :is(tbody tr, article)')].filter((record) =>
    record.querySelector('a, button, input'),
  );

const atCursor = () => document.activeElement?.closest<HTMLElement>('main :is(tbody tr, article)');

export function moveCursor(by: number): boolean {
  const records = recordsIn();
  const current = records.findIndex((record) => record === atCursor());
  const next = current < 0 ? records[0] : records[current + by];
  if (!next) return records.length > 0;
  next.tabIndex = -1;
  next.focus();
  return true;
}

export function selectAtCursor(): boolean {
  const box = atCursor()?.querySelector<HTMLElement>('input[type=checkbox]');
  box?.click();
  return box !== undefined && box !== null;
}

/** By its link, or by its first button. Enter on a control inside of the row is for that control. */
export function openAtCursor(): boolean {
  const record = atCursor();
  if (!record || record !== document.activeElement) return false;
  const opener = record.querySelector<HTMLElement>('a[href]:not([target])') ?? record.querySelector('button');
  opener?.click();
  return opener !== null;
}

export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}
