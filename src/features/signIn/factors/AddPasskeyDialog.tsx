// Adds a passkey. Its name is for telling several apart.

import { useState } from 'react';
import { passkeyNameRules } from '../../../shared/contract/signIn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { PasskeyError } from '../askPasskey.ts';
import { createPasskey } from './createPasskey.ts';

interface AddPasskeyDialogProps {
  confirmation: string;
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

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
  const known = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'];
  const found = known.find((name) => navigator.userAgent.includes(name));
  return found ? `${found} device` : '';
}
