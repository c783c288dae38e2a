import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { Answer } from '../../../shared/contract/endpoints.ts';
import type { SecondFactorDemand } from '../../../shared/contract/entities/secondFactor.ts';
import { invitationMessages } from '../../../shared/contract/messages/invitation.ts';
import { resetPasswordRules } from '../../../shared/contract/rules.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useCall } from '../../../platform/hooks/useCall.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useConnection, useSession } from '../../../platform/session/session.tsx';
import { SignInStepPart } from '../signInStepPart.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';

const key = 'POST /auth/invitation/accept';

interface AcceptFormProps {
  token: string;
  invitation: Answer<'POST /auth/invitation'>;
  /** The link has died since it was opened. */
  onDead(message: string): void;
}

export function AcceptForm({ token, invitation, onDead }: AcceptFormProps) {
  const { name, email, invited_by, expires_at } = invitation;
  const { session } = useConnection();
  const state = useSession();
  const [, navigate] = useLocation();
  const [isAccepted, setAccepted] = useState(false);
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const accept = useCall(key, invitationMessages[key], {
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
        works until {formatTime(expires_at)}.
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
