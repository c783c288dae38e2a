// Requests a reset link. The link in the mail leads back here, with a token, to choose a new password.

import { useState } from 'react';
import { Link } from 'wouter';
import { doneMessage } from '../../../platform/api/calls.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useDocumentTitle } from '../../../platform/hooks/useDocumentTitle.ts';
import { useActionForm, useForm } from '../../../platform/hooks/useForm.ts';
import { useMailedLink } from '../../../platform/hooks/useMailedLink.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { PublicPage } from '../../../platform/ui/layout/PublicPage.tsx';
import { forgotPasswordRules, resetPasswordRules } from '../../../shared/contract/signIn.ts';

export default function ForgotPasswordScreen() {
  const link = useMailedLink();
  const title = link ? 'Choose a new password' : 'Forgot password';
  useDocumentTitle(title);
  return (
    <PublicPage title={title}>
      {link ? <ResetForm key={link.token} {...link} /> : <LinkForm />}
      <Link href={paths.login}>Back to login</Link>
    </PublicPage>
  );
}

function LinkForm() {
  const [success, setSuccess] = useState('');
  const action = useAction('POST /auth/forgot-password', {
    quiet: true,
    after: ({ message }) => setSuccess(message || doneMessage('POST /auth/forgot-password', {})),
  });
  const form = useForm({
    initial: { email: '' },
    rules: forgotPasswordRules,
    send: (body) => {
      setSuccess('');
      return action.run({ body });
    },
    action,
  });
  return (
    <>
      {success && <Banner tone="good">{success}</Banner>}
      <Form form={form}>
        <TextField name="email" label="Email" type="email" autoComplete="username" required autoFocus />
        <Button kind="primary" type="submit" busy={form.busy}>
          Send Reset Link
        </Button>
      </Form>
    </>
  );
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const [success, setSuccess] = useState('');
  const form = useActionForm('POST /auth/reset-password', {
    initial: { password: '', password_confirmation: '' },
    rules: resetPasswordRules,
    args: (passwords) => ({ body: { token, email, ...passwords } }),
    quiet: true,
    after: ({ message }) => setSuccess(message || doneMessage('POST /auth/reset-password', {})),
  });
  if (success) return <Banner tone="good">{success}</Banner>;
  return (
    <Form form={form}>
      {email && <p>For {email}</p>}
      <PasswordField name="password" label="New password" autoComplete="new-password" required autoFocus />
      <PasswordField
        name="password_confirmation"
        label="Repeat the new password"
        autoComplete="new-password"
        required
      />
      <Button kind="primary" type="submit" busy={form.busy}>
        Save New Password
      </Button>
    </Form>
  );
}
