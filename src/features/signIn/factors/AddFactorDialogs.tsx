// The dialogs that add a second factor: an authenticator app, which reads its key from a QR code, a link or typed
// letters and proves it by a code; or a passkey.

import { useEffect, useRef, useState } from 'react';
import { codeRules, type NewAuthenticator, passkeyNameRules } from '../../../shared/contract/signIn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { QrCode } from '../qr/QrCode.tsx';
import { createPasskey, PasskeyError } from '../passkeys.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './AddFactorDialogs.module.css';

interface AddAppDialogProps {
  confirmation: string;
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

const title = 'Set up authenticator app';

export function AddAppDialog({ confirmation, onDone, onClose }: AddAppDialogProps) {
  const [begun, setBegun] = useState<NewAuthenticator>();
  const { run, error } = useAction('POST /auth/authenticator-app/begin', {
    quiet: true,
    after: ({ data }) => setBegun(data),
  });
  useEffect(() => void run({ body: { confirmation } }), [run, confirmation]);
  if (begun) return <KeyDialog begun={begun} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <Banner tone="bad">{error}</Banner> : <LineSkeleton label="Loading the key…" lines={4} />}
    </Dialog>
  );
}

interface KeyDialogProps extends Omit<AddAppDialogProps, 'confirmation'> {
  begun: NewAuthenticator;
}

function KeyDialog({ begun: { ticket, key, link }, onDone, onClose }: KeyDialogProps) {
  const textRef = useRef<HTMLElement>(null);
  const action = useAction('POST /auth/authenticator-app', { after: ({ data }) => onDone(data.recovery_codes) });
  const form = useForm({
    initial: { code: '' },
    rules: codeRules,
    send: ({ code }) => action.run({ body: { ticket, code } }),
    action,
  });
  return (
    <FormDialog title={title} form={form} submitLabel="Set Up" dirty={false} onClose={onClose}>
      <ol className={s.steps}>
        <li>
          <div className={layout.stack3}>
            <p>Scan this with an authenticator app, such as the one that your phone or password manager has.</p>
            <QrCode text={link} label="QR code of the key for authenticator apps" />
            <p>
              On this device, <a href={link}>open it in the app</a>. Or type the key:
            </p>
            <p className={`${layout.row} ${s.key}`}>
              <code ref={textRef}>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton name="Key" text={key} textRef={textRef} />
            </p>
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

interface AddPasskeyDialogProps {
  confirmation: string;
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Adds a passkey. Its name is for telling several apart. */
export function AddPasskeyDialog({ confirmation, onDone, onClose }: AddPasskeyDialogProps) {
  const [failure, setFailure] = useState<string>();
  const begin = useAction('POST /auth/passkeys/begin', { quiet: true });
  const add = useAction('POST /auth/passkeys', { after: ({ data }) => onDone(data.recovery_codes) });
  const form = useForm({
    initial: { name: suggestedName() },
    rules: passkeyNameRules,
    async send({ name }) {
      setFailure(undefined);
      const begun = await begin.run({ body: { confirmation } });
      if (!begun.ok) return begun;
      const { ticket } = begun.answered.data;
      try {
        return await add.run({ body: { ticket, name, passkey: await createPasskey(begun.answered.data) } });
      } catch (caught) {
        if (!(caught instanceof PasskeyError)) throw caught;
        setFailure(caught.message);
        return { ok: false, fields: {} };
      }
    },
    action: { busy: begin.busy || add.busy, error: begin.error ?? add.error },
  });
  return (
    <FormDialog title="Add passkey" size="small" form={form} submitLabel="Add Passkey" dirty={false} onClose={onClose}>
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
