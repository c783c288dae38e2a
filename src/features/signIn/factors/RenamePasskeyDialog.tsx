import { passkeyNameRules } from '../../../shared/contract/signIn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import type { OwnPasskey } from './tasks.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose(): void }) {
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
