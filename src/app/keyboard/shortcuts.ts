// The table of all shortcuts, which both the listener and the help read.

import { paths } from '../../platform/boot/paths.ts';
import { areShortcutsOn } from '../../platform/hooks/shortcutSwitch.ts';
import { canCall } from '../../platform/session/permissions.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import { routesFor } from '../shownRoutes.ts';
import {
  answerAtCursor,
  focusFilter,
  focusSearch,
  hasAnswer,
  hasControl,
  hasRecords,
  hasSearch,
  hasSelection,
  leaveSearch,
  moveCursor,
  openAtCursor,
  press,
  selectAtCursor,
} from './cursor.ts';

/** Dialogs that open over any screen. */
export type ShellDialogName = 'palette' | 'shortcuts' | 'saveView' | 'views';

interface ShortcutActions {
  show(dialog: ShellDialogName): void;
  navigate(path: string): void;
}

export interface Shortcut {
  /** One key, or two pressed one after the other, as named by KeyboardEvent.key. */
  keys: readonly string[];
  does: string;
  /** Whether it is pressed together with Ctrl or ⌘. It then also works inside fields, and the shell listens for it. */
  withCommand?: boolean;
  /** Returns false if it has nothing to act on here, in which case the help leaves it out. */
  exists?(): boolean;
  /** Returns false if there was nothing to do, in which case the browser handles the key. */
  run?(actions: ShortcutActions): boolean | void;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Second key after `g`, by the path of the screen. */
const letters: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'd',
  [paths.companies]: 'c',
  [paths.accessControllers]: 'o',
  [paths.attendance]: 'a',
  [paths.employees]: 'e',
  [paths.profile]: 'p',
  [paths.roles]: 'r',
  [paths.users]: 'u',
  [paths.hrSync]: 'h',
  [paths.settings]: 's',
  [paths.presence]: 'w',
  [paths.timesheets]: 't',
  [paths.exceptions]: 'x',
  [paths.audit]: 'l',
  [paths.privacy]: 'y',
};

const anywhere: ShortcutGroup = {
  title: 'Anywhere',
  shortcuts: [
    { keys: ['k'], withCommand: true, does: 'Search and run actions' },
    { keys: ['?'], does: 'Show these shortcuts', run: ({ show }) => show('shortcuts') },
    { keys: ['r'], does: 'Refresh', exists: () => hasControl('refresh'), run: () => press('refresh') },
    { keys: ['a'], does: 'Add', exists: () => hasControl('add'), run: () => press('add') },
    { keys: ['f'], does: 'Filter', exists: () => hasControl('filter'), run: focusFilter },
  ],
};

const lists: ShortcutGroup = {
  title: 'In a list',
  shortcuts: [
    { keys: ['/'], does: 'Search the list; ↓ leads to its rows', exists: hasSearch, run: focusSearch },
    { keys: ['j'], does: 'Next row', exists: hasRecords, run: () => moveCursor(1) },
    { keys: ['k'], does: 'Previous row', exists: hasRecords, run: () => moveCursor(-1) },
    { keys: ['x'], does: 'Select the row', exists: hasSelection, run: selectAtCursor },
    { keys: ['Enter'], does: 'Open the row', exists: hasRecords, run: openAtCursor },
  ],
};

const answering = (answer: string) => ({
  exists: () => hasAnswer(answer),
  run: () => answerAtCursor(answer),
});

const answers: ShortcutGroup = {
  title: 'At an exception',
  shortcuts: [
    { keys: ['c'], does: 'Correct it', ...answering('correct') },
    { keys: ['d'], does: 'Change its direction', ...answering('changeDirection') },
    { keys: ['s'], does: 'Ignore its event', ...answering('setAside') },
    { keys: ['i'], does: 'Accept it as it is', ...answering('asItIs') },
    { keys: ['u'], does: 'Undo its answer', ...answering('undo') },
  ],
};

/** Returns the user's shortcuts. The screens are the ones in their sidebar. */
export function shortcutsOf(user: CurrentUser): ShortcutGroup[] {
  const screens = routesFor(user).flatMap(({ path, link }): Shortcut[] => {
    const letter = letters[path];
    return letter ? [{ keys: ['g', letter], does: link, run: ({ navigate }) => navigate(path) }] : [];
  });
  const hasAnswers = canCall(user, 'POST /corrections');
  return [anywhere, lists, ...(hasAnswers ? [answers] : []), { title: 'Go to a screen', shortcuts: screens }];
}

/** Time limit for the second key of a shortcut. */
const sequenceTimeoutMs = 1_500;

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]';

const hasDialog = () => document.querySelector('dialog[open]') !== null;

/** Whether nothing else waits for the key. '?' may need Shift, but a letter with Shift is a different key. */
function isFree({ key, target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false;
  if (shiftKey && /^\p{L}$/u.test(key)) return false;
  if (hasDialog()) return false;
  return !(target instanceof Element && target.closest(`${fields}, [role=menu], [role=listbox]`));
}

/** Time after Ctrl+K during which keys are meant for the palette, even if it is still loading. */
const paletteOpeningMs = 500;

/**
 * Runs shortcuts until the returned function is called. Single-character ones do nothing in a field, dialog or menu, or
 * when turned off.
 */
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

/** Command key, as printed on the keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
