// The shell's dialogs: the command palette, the list of shortcuts, and those of saved views. Loaded when the first of
// them opens.

import { Palette } from '../palette/Palette.tsx';
import { ShortcutHelp } from '../keyboard/ShortcutHelp.tsx';
import { ManageViewsDialog } from '../views/ManageViewsDialog.tsx';
import { SaveViewDialog } from '../views/SaveViewDialog.tsx';
import type { ShellDialogName } from './dialogName.ts';

interface ShellDialogProps {
  name: ShellDialogName;
  /** Opens one of them instead, or none. */
  show(name?: ShellDialogName): void;
}

export function ShellDialog({ name, show }: ShellDialogProps) {
  const close = () => show();
  if (name === 'shortcuts') return <ShortcutHelp onClose={close} />;
  if (name === 'saveView') return <SaveViewDialog onClose={close} />;
  if (name === 'views') return <ManageViewsDialog onClose={close} />;
  return <Palette show={show} />;
}
