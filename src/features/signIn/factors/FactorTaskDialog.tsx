// One task from its beginning to its end: the confirmation where one is needed, the task itself, and the recovery codes
// that the first second factor brings.

import { useState } from 'react';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { ConfirmIdentity } from '../ConfirmIdentity.tsx';
import { AddAppDialog } from './AddAppDialog.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { type FactorTask, wordsOf } from './tasks.ts';

interface FactorTaskDialogProps {
  task: FactorTask;
  /** Setting up the first one right after signing in needs no confirmation. */
  confirmFirst: boolean;
  hasPassword: boolean;
  /** After success, and after cancelling. */
  onClose(): void;
}

export function FactorTaskDialog({ task, confirmFirst, hasPassword, onClose }: FactorTaskDialogProps) {
  const [confirmation, setConfirmation] = useState(confirmFirst ? undefined : '');
  const [codes, setCodes] = useState<readonly string[]>();
  const confirmed = useConfirmed(task, { onCodes: setCodes, onClose });
  const finish = (made: readonly string[]) => (made.length > 0 ? setCodes(made) : onClose());

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (task.kind === 'renamePasskey') return <RenamePasskeyDialog passkey={task.passkey} onClose={onClose} />;
  if (confirmation === undefined || !isSetUp(task)) {
    const next = (given: string) => (isSetUp(task) ? setConfirmation(given) : confirmed(given));
    return <ConfirmIdentity {...wordsOf(task)} hasPassword={hasPassword} onConfirmed={next} onClose={onClose} />;
  }
  const dialog = { confirmation, onDone: finish, onClose };
  return task.kind === 'addApp' ? <AddAppDialog {...dialog} /> : <AddPasskeyDialog {...dialog} />;
}

const isSetUp = ({ kind }: FactorTask) => kind === 'addApp' || kind === 'addPasskey';

interface Ends {
  onCodes(codes: readonly string[]): void;
  onClose(): void;
}

/** What is done at once after the confirmation. */
function useConfirmed(task: FactorTask, { onCodes, onClose }: Ends): (confirmation: string) => void {
  const removal = { report: 'toast', after: onClose } as const;
  const removeApp = useAction('POST /auth/authenticator-app/remove', removal);
  const removePasskey = useAction('POST /auth/passkeys/{id}/remove', removal);
  const newCodes = useAction('POST /auth/recovery-codes', {
    report: 'toast',
    quiet: true,
    after: ({ data }) => onCodes(data.recovery_codes),
  });
  return (confirmation) => {
    const body = { confirmation };
    // What fails is told by a toast; the dialog's confirmation is used up either way.
    const closeIfFailed = ({ ok }: { ok: boolean }) => ok || onClose();
    if (task.kind === 'removeApp') void removeApp.run({ body }).then(closeIfFailed);
    if (task.kind === 'removePasskey') void removePasskey.run({ id: task.passkey.id, body }).then(closeIfFailed);
    if (task.kind === 'newCodes') void newCodes.run({ body }).then(closeIfFailed);
  };
}
