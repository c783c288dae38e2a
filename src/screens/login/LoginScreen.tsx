// Signs in, and returns to the page that the address names.

import { Link } from 'wouter';
import { loadDecoder } from '../../api/decoders.ts';
import { useDocumentTitle } from '../../hooks/useDocumentTitle.ts';
import { usePreloadWhen } from '../../hooks/lazyPart.tsx';
import { useLogin } from '../../hooks/useLogin.ts';
import { paths } from '../../boot/paths.ts';
import { providerName } from '../../signIn/singleSignOn/providerName.ts';
import { SingleSignOn } from '../../signIn/singleSignOn/SingleSignOn.tsx';
import { offersPasskeys, PasskeySignInPart } from '../../signIn/passkeySignInPart.ts';
import { SignInStepPart } from '../../signIn/signInStepPart.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { brand } from '../../boot/siteMeta.ts';
import { PublicPage } from '../../ui/layout/PublicPage.tsx';

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
