// Sets up an authenticator app: it reads the key from a QR code, a link or typed letters, and proves it by a code.

import { useEffect, useRef, useState } from 'react';
import { codeRules, type NewAuthenticator } from '../../../shared/contract/signIn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { QrCode } from '../qr/QrCode.tsx';
import * as s from './AddAppDialog.module.css';

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
  const shown = useRef<HTMLElement>(null);
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
          <div className={s.scan}>
            <p>Scan this with an authenticator app, such as the one that your phone or password manager has.</p>
            <QrCode text={link} label="QR code of the key for authenticator apps" />
            <p>
              On this device, <a href={link}>open it in the app</a>. Or type the key:
            </p>
            <p className={s.key}>
              <code ref={shown}>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton name="Key" text={key} shown={shown} />
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
