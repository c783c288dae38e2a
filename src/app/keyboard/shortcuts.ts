// THE table of shortcuts: the listener and the help both read it.

import type { CurrentUser } from '../../shared/contract/session.ts';
import { paths } from '../../platform/boot/paths.ts';
import { canCall } from '../../platform/session/permissions.ts';
import { routesFor } from '../shownRoutes.ts';
import { answerAtCursor, focusSearch, moveCursor, openAtCursor, selectAtCursor } from './cursor.ts';

/** The dialogs that open over any screen. */
export type ShellDialogName = 'palette' | 'shortcuts' | 'saveView' | 'views';

export interface ShortcutActions {
  show(dialog: ShellDialogName): void;
  navigate(path: string): void;
}

export interface Shortcut {
  /** One key, or two that are pressed one after the other, as KeyboardEvent.key names them. */
  keys: readonly string[];
  does: string;
  /** Pressed together with Ctrl or ⌘. It also works inside fields, and the shell itself listens for it. */
  withCommand?: boolean;
  /** False if there was nothing to do: the browser then does what it does with the key. */
  run?(actions: ShortcutActions): boolean | void;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Second key of each shortcut, after `g`, by the path of the screen. */
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
  ],
};

const lists: ShortcutGroup = {
  title: 'In a list',
  shortcuts: [
    { keys: ['/'], does: 'Search the list', run: focusSearch },
    { keys: ['j'], does: 'Next row', run: () => moveCursor(1) },
    { keys: ['k'], does: 'Previous row', run: () => moveCursor(-1) },
    { keys: ['x'], does: 'Select the row', run: selectAtCursor },
    { keys: ['Enter'], does: 'Open the row', run: openAtCursor },
  ],
};

const answers: ShortcutGroup = {
  title: 'At an exception',
  shortcuts: [
    { keys: ['c'], does: 'Correct it', run: () => answerAtCursor('correct') },
    { keys: ['d'], does: 'Change its direction', run: () => answerAtCursor('changeDirection') },
    { keys: ['s'], does: 'Set its event aside', run: () => answerAtCursor('setAside') },
    { keys: ['i'], does: 'Leave it as it is', run: () => answerAtCursor('asItIs') },
    { keys: ['u'], does: 'Undo its answer', run: () => answerAtCursor('undo') },
  ],
};

/** The screens are those in the person's sidebar. */
export function shortcutsOf(user: CurrentUser): ShortcutGroup[] {
  const screens = routesFor(user).flatMap(({ path, link }): Shortcut[] => {
    const letter = letters[path];
    return letter ? [{ keys: ['g', letter], does: link, run: ({ navigate }) => navigate(path) }] : [];
  });
  const hasAnswers = canCall(user, 'POST /corrections');
  return [anywhere, lists, ...(hasAnswers ? [answers] : []), { title: 'Go to a screen', shortcuts: screens }];
}
