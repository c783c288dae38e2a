// Runs shortcuts. Those of single characters do nothing inside a field, in a dialog or menu, or when they are turned
// off.

import { areShortcutsOn } from '../../platform/hooks/shortcutSwitch.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import { leaveSearch } from './cursor.ts';
import { type ShortcutActions, shortcutsOf } from './shortcuts.ts';

/** Time limit for the second key of a shortcut. */
const sequenceTimeoutMs = 1_500;

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]';

const hasDialog = () => document.querySelector('dialog[open]') !== null;

/** True unless something else waits for the key. '?' may need Shift; a letter with Shift is another key. */
function isFree({ key, target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false;
  if (shiftKey && /^\p{L}$/u.test(key)) return false;
  if (hasDialog()) return false;
  return !(target instanceof Element && target.closest(`${fields}, [role=menu], [role=listbox]`));
}

/** Time after Ctrl+K in which keys are meant for the palette, even if it is still loading. */
const paletteOpeningMs = 500;

/** Returns a function that ends it. */
export function listenForKeys(user: CurrentUser, actions: ShortcutActions): () => void {
  let first: { key: string; time: number } | undefined;
  let opened = -paletteOpeningMs;

  function handle(event: KeyboardEvent) {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) opened = event.timeStamp;
    if (event.timeStamp - opened < paletteOpeningMs) return;
    if (!event.defaultPrevented && !event.isComposing && !hasDialog() && leaveSearch(event)) {
      event.preventDefault();
      return;
    }
    if (!isFree(event) || !areShortcutsOn()) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const before = first && event.timeStamp - first.time < sequenceTimeoutMs ? [first.key] : [];
    first = undefined;
    const all = shortcutsOf(user).flatMap(({ shortcuts }) => shortcuts);
    const find = (...pressed: string[]) => all.find(({ keys, run }) => run && keys.join(' ') === pressed.join(' '));
    const found = find(...before, key) ?? find(key);
    if (found && found.run?.(actions) !== false) event.preventDefault();
    else if (!found && all.some(({ keys }) => keys.length > 1 && keys[0] === key)) {
      first = { key, time: event.timeStamp };
    }
  }

  window.addEventListener('keydown', handle);
  return () => window.removeEventListener('keydown', handle);
}
