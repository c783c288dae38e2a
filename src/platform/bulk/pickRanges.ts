// Ranges of checkboxes: shift-click, shift with an arrow or the space key, and dragging with mouse or pen. A finger that
// moves scrolls. It listens on the element around the checkboxes, so that no row renders for it; the checkboxes of
// records are those with a value, which is the record's id.

import { type Selection, withIds } from './selection.ts';

/** A range while it is drawn: what it leaves is again as it was before. */
interface Sweep {
  from: number;
  before: ReadonlySet<number>;
  isSelected: boolean;
  by: 'pointer' | 'key';
  hasMoved: boolean;
}

/** Returns how to stop. */
export function pickRanges(around: HTMLElement, picks: Selection<{ id: number }>): () => void {
  const listening = new AbortController();
  /** Start of the next range: the checkbox that was used last. */
  let anchor: number | undefined;
  /** The click of the space key does not say whether shift was pressed. */
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
  // Prevents selecting text by a drag or by a click with shift.
  listen('selectstart', (event) => sweep && event.preventDefault());
  listen('mousedown', (event) => {
    if (event.shiftKey && pickedAt(event.target)) event.preventDefault();
  });
  /** The click at the end of a drag would change a checkbox or open a record. */
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

/** The checkbox, or the one in the cell or label that is its target. */
function pickedAt(target: EventTarget | null): HTMLInputElement | undefined {
  if (isRecord(target)) return target;
  return target instanceof Element && target.matches('td, label') ? boxIn(target) : undefined;
}

/** The records from one to the other in the order shown, in either direction; only the other if the first is not shown. */
export function rangeBetween(order: readonly number[], from: number | undefined, to: number): readonly number[] {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (end < 0) return [];
  if (start < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
