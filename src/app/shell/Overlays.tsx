// Shows what opens over any screen: messages, the sign-in for an expired session, and the shell's dialogs (the palette,
// the list of shortcuts, and dialogs for saved views).

import { useSession } from '../../platform/session/session.tsx';
import { Toasts } from '../../platform/ui/feedback/Toasts.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import { Palette } from '../palette/Palette.tsx';

const ShortcutHelp = lazyPart('The list', () => import('../keyboard/ShortcutHelp.tsx'));
const SaveViewDialog = lazyPart('The form', () => import('../views/SaveViewDialog.tsx'));
const ManageViewsDialog = lazyPart('The dialog', () => import('../views/ManageViewsDialog.tsx'));
const ReauthenticateDialog = lazyPart('Signing in again', () => import('./ReauthenticateDialog.tsx'));

interface OverlaysProps {
  dialog: ShellDialogName | undefined;
  /** Opens another dialog instead, or none. */
  showDialog(name?: ShellDialogName): void;
}

export default function Overlays({ dialog, showDialog }: OverlaysProps) {
  const session = useSession();
  const close = () => showDialog();
  return (
    <>
      {dialog === 'palette' && <Palette show={showDialog} />}
      {dialog === 'shortcuts' && <ShortcutHelp onClose={close} />}
      {dialog === 'saveView' && <SaveViewDialog onClose={close} />}
      {dialog === 'views' && <ManageViewsDialog onClose={close} />}
      <Toasts />
      {session.status === 'expired' && <ReauthenticateDialog user={session.user} message={session.message} />}
    </>
  );
}
