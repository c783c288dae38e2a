// Signs in, and returns to the page that the address names.

import { Link } from 'wouter';
import { loadDecoder } from '../../../platform/api/calls.ts';
import { useDocumentTitle } from '../../../platform/hooks/useDocumentTitle.ts';
import { usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useLogin } from '../../../platform/hooks/useLogin.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { providerName } from '../singleSignOn/providerName.ts';
import { SingleSignOn } from '../singleSignOn/SingleSignOn.tsx';
import { offersPasskeys, PasskeySignInPart } from '../passkeySignInPart.ts';
import { SignInStepPart } from '../signInStepPart.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { brand } from '../../../platform/boot/siteMeta.ts';
import { PublicPage } from '../../../platform/ui/layout/PublicPage.tsx';

/** How the answer is read: without it, nothing is sent. */
const ahead = [{ load: () => loadDecoder('POST /auth/login') }];

export function LoginScreen({ notice }: { notice?: string }) {
  const { form, demand, startOver, follow } = useLogin();
  const provider = providerName();
  useDocumentTitle('Sign in');
  usePreloadWhen(true, ahead);
  return (
    <PublicPage title={brand()} subtitle="Sign in to your Attendance Management System">
      {demand ? (
        <SignInStepPart demand={demand} onStartOver={startOver} />
      ) : (
        <>
          {provider && <SingleSignOn provider={provider} onAnswer={follow} />}
          {notice && form.error === undefined && <Banner tone="bad">{notice}</Banner>}
          <Form form={form}>
            <TextField name="email" label="Email" type="email" autoComplete="username" required autoFocus />
            <PasswordField name="password" label="Password" autoComplete="current-password" required />
            <Button kind="primary" type="submit" busy={form.busy}>
              Sign in
            </Button>
          </Form>
          {offersPasskeys() && <PasskeySignInPart />}
          <Link href={paths.forgotPassword}>Forgot your password?</Link>
        </>
      )}
    </PublicPage>
  );
}
