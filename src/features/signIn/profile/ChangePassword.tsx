// Changes one's own password. The server ends all other sessions of the account.

import { useState } from 'react';
import { changePasswordRules } from '../../../shared/contract/signIn.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';

export function ChangePassword() {
  const [done, setDone] = useState(0);
  // A new key remounts the form, which empties it.
  return <PasswordForm key={done} onDone={() => setDone(done + 1)} />;
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const action = useAction('POST /auth/change-password', { after: onDone });
  const form = useForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    rules: changePasswordRules,
    send: (body) => action.run({ body }),
    action,
  });
  return (
    <Form form={form} label="Change password">
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" required />
      <PasswordField
        name="password"
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="password_confirmation"
        label="Repeat the new password"
        autoComplete="new-password"
        required
      />
      <Button kind="primary" type="submit" busy={form.busy}>
        Change Password
      </Button>
    </Form>
  );
}
