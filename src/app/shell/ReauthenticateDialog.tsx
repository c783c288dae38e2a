// Sign-in dialog over a screen whose session has expired. What was typed there stays.

import { useRouter } from 'wouter';
import { providerName, SignInStepPart, startFragment } from '../../features/signIn/signInPage.ts';
import { paths } from '../../platform/boot/paths.ts';
import { useLogin } from '../../platform/hooks/useLogin.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { PasswordField } from '../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { ExternalLink } from '../../platform/ui/layout/ExternalLink.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import type { User } from '../../shared/contract/session.ts';

const title = 'Sign in again';

export default function ReauthenticateDialog({ user, message }: { user: User; message: string }) {
  const { session } = useConnection();
  const { form, demand, startOver } = useLogin(user.email);
  const provider = providerName();
  const { base } = useRouter();
  const close = session.declineReauthentication;
  if (demand) {
    return (
      <Dialog title={title} size="small" onClose={close}>
        <SignInStepPart demand={demand} onStartOver={startOver} />
      </Dialog>
    );
  }
  return (
    <FormDialog title={title} form={form} submitLabel="Sign in" size="small" dirty={false} onClose={close}>
      <Banner tone="warning">{message}</Banner>
      <p>Your work on this screen is kept. Sign in to continue.</p>
      <TextField name="email" label="Email" type="email" autoComplete="username" readOnly />
      <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
      {provider && <SignInElsewhere base={base} provider={provider} />}
    </FormDialog>
  );
}

/**
 * Single sign-on over a screen, in its own tab so that nothing on the screen is lost. The session is stored in the
 * browser, so this tab notices when it exists.
 */
function SignInElsewhere({ base, provider }: { base: string; provider: string }) {
  const login = `${location.origin}${base}${paths.login}${startFragment}`;
  return (
    <p>
      <ExternalLink href={login}>Sign in with {provider}</ExternalLink> in a new tab. This one goes on as soon as you
      are signed in there.
    </p>
  );
}
