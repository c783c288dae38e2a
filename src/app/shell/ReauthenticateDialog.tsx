// The session ended in mid-work: signing in again happens over the screen, whose typed input stays.

import type { User } from '../../contract/entities/people.ts';
import { useLogin } from '../../hooks/useLogin.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';

export function ReauthenticateDialog({ user, message }: { user: User; message: string }) {
  const { declineReauthentication } = useSession();
  const form = useLogin(user.email);
  return (
    <FormDialog
      title="Sign in again"
      form={form}
      submitLabel="Sign in"
      size="small"
      dirty={false}
      onClose={declineReauthentication}
    >
      <Banner tone="warning">{message}</Banner>
      <p>Your session has ended. What you were doing is kept; sign in to continue.</p>
      <TextField form={form} field="email" label="Email" type="email" autoComplete="username" readOnly />
      <PasswordField form={form} field="password" label="Password" autoComplete="current-password" autoFocus />
    </FormDialog>
  );
}
