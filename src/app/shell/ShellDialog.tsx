// What opens over any screen: the command palette and the list of shortcuts. Loaded when the first of them opens.

import { Palette } from '../palette/Palette.tsx';
import { ShortcutHelp } from '../keyboard/ShortcutHelp.tsx';
import type { ShellDialogName } from './dialogName.ts';

interface ShellDialogProps {
  name: ShellDialogName;
  /** Opens one of them instead, or none. */
  show(name?: ShellDialogName): void;
}

export function ShellDialog({ name, show }: ShellDialogProps) {
  if (name === 'shortcuts') return <ShortcutHelp onClose={() => show()} />;
  return <Palette show={show} />;
}
