// One task from its beginning to its end: the confirmation where one is needed, the task itself, and the recovery codes
// that the first second factor brings.

import { useRef, useState } from 'react';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { ConfirmIdentity } from '../ConfirmIdentity.tsx';
import { AddAppDialog, AddPasskeyDialog } from './AddFactorDialogs.tsx';
import { passkeyNameRules, type SecondFactors } from '../../../shared/contract/signIn.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './FactorTaskDialog.module.css';

interface FactorTaskDialogProps {
  task: FactorTask;
  /** Setting up the first one right after signing in needs no confirmation. */
  confirmFirst: boolean;
  hasPassword: boolean;
  /** Called after success, and after cancelling. */
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

/** Makes the calls that need nothing but the confirmation. */
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
    // Close after a failure too: a toast tells of it, and the confirmation is used up.
    const closeIfFailed = ({ ok }: { ok: boolean }) => ok || onClose();
    if (task.kind === 'removeApp') void removeApp.run({ body }).then(closeIfFailed);
    if (task.kind === 'removePasskey') void removePasskey.run({ id: task.passkey.id, body }).then(closeIfFailed);
    if (task.kind === 'newCodes') void newCodes.run({ body }).then(closeIfFailed);
  };
}

type OwnPasskey = SecondFactors['passkeys'][number];

export type FactorTask =
  | { readonly kind: 'addApp' }
  | { readonly kind: 'addPasskey' }
  | { readonly kind: 'newCodes' }
  | { readonly kind: 'removeApp' }
  | { readonly kind: 'removePasskey'; readonly passkey: OwnPasskey }
  | { readonly kind: 'renamePasskey'; readonly passkey: OwnPasskey };

interface Words {
  title: string;
  message: string;
  submitLabel: string;
}

/** The dialog that asks who they are says in these words what they are about to do. */
function wordsOf(task: Exclude<FactorTask, { kind: 'renamePasskey' }>): Words {
  switch (task.kind) {
    case 'addApp':
      return { title: 'Set up authenticator app', message: first, submitLabel: 'Continue' };
    case 'addPasskey':
      return { title: 'Add passkey', message: first, submitLabel: 'Continue' };
    case 'newCodes':
      return {
        title: 'New recovery codes',
        message: 'The codes that you have now will not work any more. Please confirm first that it is you.',
        submitLabel: 'Make New Codes',
      };
    case 'removeApp':
      return {
        title: 'Remove authenticator app',
        message: 'Its codes will not sign you in any more. Please confirm first that it is you.',
        submitLabel: 'Remove',
      };
    case 'removePasskey':
      return {
        title: 'Remove passkey',
        message: `“${task.passkey.name}” will not sign you in any more. Please confirm first that it is you.`,
        submitLabel: 'Remove',
      };
  }
}

const first = 'Please confirm first that it is you.';

function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose(): void }) {
  const action = useAction('PUT /auth/passkeys/{id}', { after: onClose });
  const form = useForm({
    initial: { name: passkey.name },
    rules: passkeyNameRules,
    send: (body) => action.run({ id: passkey.id, body }),
    action,
  });
  return (
    <FormDialog title="Rename passkey" size="small" form={form} submitLabel="Save" onClose={onClose}>
      <TextField name="name" label="Name" required autoFocus />
    </FormDialog>
  );
}

const question = {
  title: 'Close without the codes?',
  message: 'They are not shown again. Without them, losing your second factor locks you out.',
  keep: 'Back',
  discard: 'Close',
};

/** Shows the recovery codes once: to be copied, kept in a file, or printed. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const textRef = useRef<HTMLOListElement>(null);
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;

  function download() {
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
    setKept(true);
  }

  function printCodes() {
    setKept(true);
    window.print();
  }

  return (
    <Dialog
      title="Your recovery codes"
      dirty={!isKept}
      question={question}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          I Have Kept Them
        </Button>
      }
    >
      <div className={layout.stack4}>
        <p>
          Each of these signs you in once, if you lose your second factor. Keep them where only you can find them. They
          are not shown again.
        </p>
        <ol ref={textRef} className={s.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={layout.wrap}>
          <CopyButton name="Recovery codes" text={text} textRef={textRef} />
          <Button size="small" onClick={download}>
            Download
          </Button>
          <Button size="small" onClick={printCodes}>
            Print
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
