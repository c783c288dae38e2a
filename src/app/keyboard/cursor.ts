// Moves through the records of a screen, table rows or cards, by keyboard. The cursor is the focus. Keys only press
// visible controls.

const records = 'main tbody tr, main article';

const recordsIn = () =>
  [...document.querySelectorAll<HTMLElement>(records)].filter((record) => record.querySelector('a, button, input'));

const atCursor = () => document.activeElement?.closest<HTMLElement>(records);

export function moveCursor(by: number): boolean {
  const all = recordsIn();
  const current = all.findIndex((record) => record === atCursor());
  const ahead = current < 0 ? all : by > 0 ? all.slice(current + 1) : all.slice(0, current).reverse();
  const next = ahead.find((record) => record.checkVisibility());
  if (!next) return all.length > 0;
  next.tabIndex = -1;
  next.focus();
  return true;
}

function pressAtCursor(selector: string): boolean {
  const control = atCursor()?.querySelector<HTMLElement>(selector);
  if (!control?.checkVisibility()) return false;
  control.click();
  return true;
}

export const selectAtCursor = (): boolean => pressAtCursor('input[type=checkbox]');

/** Returns the control with `data-opens` or, if the user has none, the first with `data-opens="fallback"`. */
function openerOf(record: HTMLElement): HTMLElement | undefined {
  const marked = [...record.querySelectorAll<HTMLElement>('[data-opens]')].filter((one) => one.checkVisibility());
  return marked.find(({ dataset }) => dataset.opens !== 'fallback') ?? marked[0];
}

/** Opens the record at the cursor. Enter on one of its controls is left to that control. */
export function openAtCursor(): boolean {
  const record = atCursor();
  if (!record || record !== document.activeElement) return false;
  const opener = openerOf(record);
  opener?.click();
  return opener !== undefined;
}

const searchOfList = 'main input[type=search]:not([role=combobox])';

export const hasRecords = (): boolean => recordsIn().length > 0;
export const hasSearch = (): boolean => document.querySelector(searchOfList) !== null;
export const hasSelection = (): boolean => recordsIn().some((record) => record.querySelector('input[type=checkbox]'));
export const hasAnswer = (answer: string): boolean => document.querySelector(`main [data-answer=${answer}]`) !== null;

/** In the search of a list, ↓ and Enter go to the first row, and Esc leaves the field without clearing it. */
export function leaveSearch({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(searchOfList)) return false;
  if (key === 'Escape') target.blur();
  return key === 'Escape' || ((key === 'ArrowDown' || key === 'Enter') && moveCursor(1));
}

/** Controls of a screen that have a key. */
const controls = {
  add: '[data-key=add]',
  refresh: '[data-key=refresh]',
  filter: 'main :is(select, button[aria-haspopup=dialog][aria-expanded])',
};

const controlOf = (name: keyof typeof controls) =>
  [...document.querySelectorAll<HTMLElement>(controls[name])].find((control) => control.checkVisibility());

export const hasControl = (name: keyof typeof controls): boolean => controlOf(name) !== undefined;

export function press(name: 'add' | 'refresh'): boolean {
  const control = controlOf(name);
  control?.click();
  return control !== undefined;
}

export function focusFilter(): boolean {
  const control = controlOf('filter');
  control?.focus();
  return control !== undefined;
}

export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(searchOfList);
  search?.focus();
  search?.select();
  return search !== null;
}

/** Presses the record's control marked with the answer. */
export const answerAtCursor = (answer: string): boolean => pressAtCursor(`[data-answer=${answer}]`);
