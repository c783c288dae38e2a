// One task from start to end: the confirmation if one is needed, the task itself, and the recovery codes that come with
// the first second factor.

import { useEffect, useMemo, useRef, useState } from 'react';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useActionForm, useForm } from '../../../platform/hooks/useForm.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopiedCode, CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import {
  codeRules,
  type NewAuthenticator,
  passkeyNameRules,
  type SecondFactors,
} from '../../../shared/contract/signIn.ts';
import { ConfirmIdentity } from '../ConfirmIdentity.tsx';
import { createPasskey, usePasskeyRequest } from '../passkeys.ts';
import { qrModules } from './qrModules.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './factors.module.css';

interface FactorTaskDialogProps {
  task: FactorTask;
  /** False for setting up the first factor right after signing in. */
  confirmFirst: boolean;
  hasPassword: boolean;
  /** Called after success, and after cancelling. */
  onClose(): void;
}

export function FactorTaskDialog({ task, confirmFirst, hasPassword, onClose }: FactorTaskDialogProps) {
  const [confirmation, setConfirmation] = useState(confirmFirst ? undefined : '');
  const [codes, setCodes] = useState<readonly string[]>();
  const confirmed = useConfirmed(task, setCodes, onClose);
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

/** Makes the calls that need nothing but the confirmation. */
function useConfirmed(task: FactorTask, onCodes: (codes: readonly string[]) => void, onClose: () => void) {
  const removal = { report: 'toast', after: onClose } as const;
  const removeApp = useAction('POST /auth/authenticator-app/remove', removal);
  const removePasskey = useAction('POST /auth/passkeys/{id}/remove', removal);
  const newCodes = useAction('POST /auth/recovery-codes', {
    report: 'toast',
    quiet: true,
    after: ({ data }) => onCodes(data.recovery_codes),
  });
  return (confirmation: string) => {
    const body = { confirmation };
    // Close after a failure too: a toast reports it, and the confirmation is used up.
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

/** The words of the dialog that asks for the confirmation: what the user is about to do. */
function wordsOf(task: Exclude<FactorTask, { kind: 'renamePasskey' }>) {
  switch (task.kind) {
    case 'addApp':
      return { title: setUpTitle, message: first, submitLabel: 'Continue' };
    case 'addPasskey':
      return { title: 'Add Passkey', message: first, submitLabel: 'Continue' };
    case 'newCodes':
      return {
        title: 'New Recovery Codes',
        message: 'The codes that you have now will not work any more. Please confirm first that it is you.',
        submitLabel: 'Make New Codes',
      };
    case 'removeApp':
      return {
        title: 'Remove Authenticator App',
        message: 'Its codes will not sign you in any more. Please confirm first that it is you.',
        submitLabel: 'Remove',
      };
    case 'removePasskey':
      return {
        title: 'Remove Passkey',
        message: `“${task.passkey.name}” will not sign you in any more. Please confirm first that it is you.`,
        submitLabel: 'Remove',
      };
  }
}

const first = 'Please confirm first that it is you.';

function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose(): void }) {
  const form = useActionForm('PUT /auth/passkeys/{id}', {
    initial: { name: passkey.name },
    rules: passkeyNameRules,
    args: (body) => ({ id: passkey.id, body }),
    after: onClose,
  });
  return (
    <FormDialog title="Rename Passkey" size="small" form={form} submitLabel="Rename Passkey" onClose={onClose}>
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

/** Shows the recovery codes once, to copy, save or print. */
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
      title="Your Recovery Codes"
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

// The dialogs that add a second factor: an authenticator app, which gets its key from a QR code, a link or typed
// letters and proves it with a code; or a passkey.

interface AddFactorDialogProps {
  confirmation: string;
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

const setUpTitle = 'Set Up Authenticator App';

function AddAppDialog({ confirmation, onDone, onClose }: AddFactorDialogProps) {
  const [begun, setBegun] = useState<NewAuthenticator>();
  const { run, error } = useAction('POST /auth/authenticator-app/begin', {
    quiet: true,
    after: ({ data }) => setBegun(data),
  });
  useEffect(() => void run({ body: { confirmation } }), [run, confirmation]);
  if (begun) return <KeyDialog begun={begun} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog title={setUpTitle} onClose={onClose}>
      {error ? <Banner tone="bad">{error}</Banner> : <LineSkeleton label="Loading the key…" lines={4} />}
    </Dialog>
  );
}

interface KeyDialogProps extends Omit<AddFactorDialogProps, 'confirmation'> {
  begun: NewAuthenticator;
}

function KeyDialog({ begun: { ticket, key, link }, onDone, onClose }: KeyDialogProps) {
  const form = useActionForm('POST /auth/authenticator-app', {
    initial: { code: '' },
    rules: codeRules,
    args: ({ code }) => ({ body: { ticket, code } }),
    after: ({ data }) => onDone(data.recovery_codes),
  });
  return (
    <FormDialog title={setUpTitle} form={form} submitLabel="Set Up" dirty={false} onClose={onClose}>
      <ol className={s.steps}>
        <li>
          <div className={layout.stack3}>
            <p>Scan this with an authenticator app, such as the one that your phone or password manager has.</p>
            <QrCode text={link} label="QR code of the key for authenticator apps" />
            <p>
              On this device, <a href={link}>open it in the app</a>. Or type the key:
            </p>
            <CopiedCode name="Key" text={key} shown={key.replace(/(.{4})(?=.)/g, '$1 ')} />
          </div>
        </li>
        <li>
          <TextField
            name="code"
            label="Code"
            hint="The six digits that the app shows now"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            autoFocus
          />
        </li>
      </ol>
    </FormDialog>
  );
}

/** Adds a passkey, with a name that tells it from others. */
function AddPasskeyDialog({ confirmation, onDone, onClose }: AddFactorDialogProps) {
  const { ask, failure } = usePasskeyRequest();
  const begin = useAction('POST /auth/passkeys/begin', { quiet: true });
  const add = useAction('POST /auth/passkeys', { after: ({ data }) => onDone(data.recovery_codes) });
  const form = useForm({
    initial: { name: suggestedName() },
    rules: passkeyNameRules,
    async send({ name }) {
      const begun = await begin.run({ body: { confirmation } });
      if (!begun.ok) return begun;
      const { ticket } = begun.answered.data;
      const make = async () => add.run({ body: { ticket, name, passkey: await createPasskey(begun.answered.data) } });
      return (await ask(make)) ?? { ok: false, fields: {} };
    },
    action: { busy: begin.busy || add.busy, error: begin.error ?? add.error },
  });
  return (
    <FormDialog title="Add Passkey" size="small" form={form} submitLabel="Add Passkey" dirty={false} onClose={onClose}>
      {failure && <Banner tone="bad">{failure}</Banner>}
      <p>
        A passkey is kept by this device, your phone or a security key. Your browser will ask which, and check that it
        is you.
      </p>
      <TextField name="name" label="Name" hint="To tell it from others, such as “Laptop”" required autoFocus />
    </FormDialog>
  );
}

/** 'Windows', 'macOS', …: where this browser runs. */
function suggestedName(): string {
  const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'];
  const system = systems.find((name) => navigator.userAgent.includes(name));
  return system ? `${system} device` : '';
}

/** Light modules around the code, by which readers find its edge. */
const margin = 4;

/** Draws dark on light in both themes: readers know no other. Renders nothing if the text is too long. */
function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (!modules) return null;
  const size = modules.length + 2 * margin;
  return (
    <svg role="img" aria-label={label} className={s.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path className={s.dark} d={pathOf(modules)} />
    </svg>
  );
}

function pathOf(modules: readonly (readonly boolean[])[]): string {
  const squares = modules.flatMap((row, down) =>
    row.flatMap((dark, right) => (dark ? [`M${right + margin} ${down + margin}h1v1h-1z`] : [])),
  );
  return squares.join('');
}
