// The page that a mailed invitation leads to. The invited person chooses a password, and is signed in.

import { useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { brand } from '../../../platform/boot/siteMeta.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useDocumentTitle } from '../../../platform/hooks/useDocumentTitle.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useMailedLink } from '../../../platform/hooks/useMailedLink.ts';
import { usePreview } from '../../../platform/hooks/usePreview.ts';
import { useConnection, useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { PublicPage } from '../../../platform/ui/layout/PublicPage.tsx';
import type { Answer } from '../../../shared/contract/calls.ts';
import type { SecondFactorDemand } from '../../../shared/contract/login.ts';
import { resetPasswordRules } from '../../../shared/contract/signIn.ts';
import { moment } from '../../../shared/words/moment.ts';
import { SignInStepPart } from '../signInPage.ts';

export default function InvitationScreen() {
  const link = useMailedLink();
  useDocumentTitle('Invitation');
  return (
    <PublicPage title={brand()} subtitle="Attendance Management System">
      {link ? (
        <OpenedInvitation key={link.token} token={link.token} />
      ) : (
        <DeadLink message="Open this page by the link in your invitation" />
      )}
    </PublicPage>
  );
}

/** Asks the server who is invited with the link's token, and by whom. */
function OpenedInvitation({ token }: { token: string }) {
  const opened = usePreview('POST /auth/invitation', { body: { token } });
  /** Why the link has died since it was opened. */
  const [death, setDeath] = useState<string>();
  if (death !== undefined) return <DeadLink message={death} />;
  switch (opened.status) {
    case 'loading':
      return <LineSkeleton label="Loading the invitation…" lines={4} />;
    case 'ready':
      return <AcceptForm token={token} invitation={opened.result} onDead={setDeath} />;
    case 'failed':
      // The link was used, has expired or was taken back.
      if (opened.kind === 'invalid') return <DeadLink message={opened.message} />;
      return <LoadFailed message={opened.message} onRetry={opened.retry} />;
  }
}

function DeadLink({ message }: { message: string }) {
  return (
    <>
      <Banner tone="warning">{message}</Banner>
      <p>
        If you have chosen a password already, <Link href={paths.login}>sign in</Link>. If not,{' '}
        <Link href={paths.forgotPassword}>ask for a new link</Link> with the e-mail address that was invited.
      </p>
    </>
  );
}

const key = 'POST /auth/invitation/accept';

interface AcceptFormProps {
  token: string;
  invitation: Answer<'POST /auth/invitation'>;
  /** Called if the link has died since it was opened. */
  onDead(message: string): void;
}

function AcceptForm({ token, invitation, onDead }: AcceptFormProps) {
  const { name, email, invited_by, expires_at } = invitation;
  const { session } = useConnection();
  const state = useSession();
  const [, navigate] = useLocation();
  const [isAccepted, setAccepted] = useState(false);
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const accept = useAction(key, {
    quiet: true,
    after({ data }) {
      setAccepted(true);
      if ('token' in data) session.enter(data);
      else setDemand(data.second_factor);
    },
  });
  const form = useForm({
    initial: { email, password: '', password_confirmation: '' },
    rules: resetPasswordRules,
    async send({ password, password_confirmation }) {
      const outcome = await accept.run({ body: { token, password, password_confirmation } });
      if (!outcome.ok && outcome.fields.token) onDead(outcome.fields.token);
      return outcome;
    },
    action: accept,
  });
  if (isAccepted && state.status === 'signedIn' && state.user.email === email)
    return <Redirect to={paths.dashboard} replace />;
  if (demand) return <SignInStepPart demand={demand} onStartOver={() => navigate(paths.login)} />;
  return (
    <>
      <p>
        Hello {name}. {invited_by || 'An administrator'} has invited you to sign in here. Choose a password; the link
        works until {moment(expires_at)}.
      </p>
      {'user' in state && <p>You are signed in as {state.user.name}. This signs you out first.</p>}
      <Form form={form}>
        <TextField name="email" label="Email" type="email" autoComplete="username" readOnly />
        <PasswordField
          name="password"
          label="Password"
          hint="At least 8 characters"
          autoComplete="new-password"
          required
          autoFocus
        />
        <PasswordField name="password_confirmation" label="Repeat the password" autoComplete="new-password" required />
        <Button kind="primary" type="submit" busy={form.busy}>
          Save Password and Sign In
        </Button>
      </Form>
    </>
  );
}
