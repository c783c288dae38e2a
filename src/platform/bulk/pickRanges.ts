// Selects ranges of checkboxes: by shift-click, shift with an arrow or space key, and dragging with mouse or pen. A
// moving finger scrolls instead. It listens on the element around the checkboxes, so that no rows have to render.
// Checkboxes of records are those with a value, which is the record's id.

import { type Selection, withIds } from './selection.ts';

/** Range being drawn. Records that it no longer covers return to their previous state. */
interface Sweep {
  from: number;
  before: ReadonlySet<number>;
  isSelected: boolean;
  by: 'pointer' | 'key';
  hasMoved: boolean;
}

/** Returns a function that stops it. */
export function pickRanges(around: HTMLElement, picks: Selection<{ id: number }>): () => void {
  const listening = new AbortController();
  /** Start of the next range, which is the checkbox last used. */
  let anchor: number | undefined;
  /** Whether shift was pressed with the space key, as the resulting click does not say so. */
  let isShifted = false;
  let sweep: Sweep | undefined;

  const boxes = () => [...around.querySelectorAll('input')].filter(isRecord);
  const order = () => boxes().map(idOf);

  function begin(by: Sweep['by'], from: number, isSelected: boolean): Sweep {
    return { from, before: picks.ids(), isSelected, by, hasMoved: false };
  }

  function extend(current: Sweep, to: number) {
    current.hasMoved = true;
    anchor = to;
    picks.replace(withIds(current.before, rangeBetween(order(), current.from, to), current.isSelected));
  }

  function listen<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) {
    around.addEventListener(type, listener, { ...options, signal: listening.signal });
  }

  listen('click', ({ target, shiftKey }) => {
    if (!isRecord(target)) return;
    const id = idOf(target);
    // Falls back to what was selected before this code had loaded.
    const from = anchor ?? [...picks.ids()].at(-1);
    if (shiftKey || isShifted) picks.set(rangeBetween(order(), from, id), target.checked);
    anchor = id;
  });

  listen('keydown', (event) => {
    const { key, shiftKey, target } = event;
    isShifted = shiftKey;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (!step || !shiftKey || !isRecord(target)) return;
    event.preventDefault();
    const all = boxes();
    const next = all[all.indexOf(target) + step];
    if (!next) return;
    sweep ??= begin('key', idOf(target), true);
    extend(sweep, idOf(next));
    next.focus();
  });
  listen('keyup', ({ key }) => {
    if (key !== 'Shift') return;
    isShifted = false;
    sweep = undefined;
  });

  listen('pointerdown', ({ target, button, shiftKey, pointerType }) => {
    const box = pickedAt(target);
    const canDrag = button === 0 && !shiftKey && pointerType !== 'touch';
    sweep = box && canDrag ? begin('pointer', idOf(box), !box.checked) : undefined;
  });
  listen('pointerover', ({ target }) => {
    if (sweep?.by !== 'pointer' || !(target instanceof Element)) return;
    const box = boxIn(target.closest('tr, article, li'));
    if (box && (sweep.hasMoved || idOf(box) !== sweep.from)) extend(sweep, idOf(box));
  });
  // Dragging or shift-clicking must not select text.
  listen('selectstart', (event) => sweep && event.preventDefault());
  listen('mousedown', (event) => {
    if (event.shiftKey && pickedAt(event.target)) event.preventDefault();
  });
  /** Suppresses the click at the end of a drag, which would change a checkbox or open a record. */
  listen(
    'click',
    (event) => {
      if (sweep?.by !== 'pointer' || !sweep.hasMoved) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  const end = () => setTimeout(() => (sweep = undefined)); // after the click
  window.addEventListener('pointerup', end, { signal: listening.signal });
  window.addEventListener('pointercancel', end, { signal: listening.signal });

  return () => listening.abort();
}

const isRecord = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox' && /^\d+$/.test(target.value);

const idOf = ({ value }: HTMLInputElement) => Number(value);

const boxIn = (place: Element | null) => [...(place?.querySelectorAll('input') ?? [])].find(isRecord);

/** Returns the checkbox that is the target, or that is in the targeted cell or label. */
function pickedAt(target: EventTarget | null): HTMLInputElement | undefined {
  if (isRecord(target)) return target;
  return target instanceof Element && target.matches('td, label') ? boxIn(target) : undefined;
}

/** Returns the records between two, in either direction; only the second if the first is not shown. */
export function rangeBetween(order: readonly number[], from: number | undefined, to: number): readonly number[] {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (end < 0) return [];
  if (start < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
