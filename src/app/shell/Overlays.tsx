// What opens over any screen: messages, the sign-in of an expired session, and the shell's dialogs.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { Toasts } from '../../platform/ui/feedback/Toasts.tsx';
import type { ShellDialogName } from './dialogName.ts';
import { ShellDialogPart } from './shellDialogPart.ts';

const ReauthenticateDialog = lazyPart(
  'Signing in again',
  async () => (await import('./ReauthenticateDialog.tsx')).ReauthenticateDialog,
);

interface OverlaysProps {
  dialog: ShellDialogName | undefined;
  showDialog(name?: ShellDialogName): void;
}

export function Overlays({ dialog, showDialog }: OverlaysProps) {
  const session = useSession();
  return (
    <>
      {dialog && <ShellDialogPart name={dialog} show={showDialog} />}
      <Toasts />
      {session.status === 'expired' && <ReauthenticateDialog user={session.user} message={session.message} />}
    </>
  );
}
