// Signs in by password, passkey or single sign-on, and returns to the page that the address names.

import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { brand } from '../../../platform/boot/siteMeta.ts';
import { useDocumentTitle } from '../../../platform/hooks/useDocumentTitle.ts';
import { useLogin } from '../../../platform/hooks/useLogin.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../platform/ui/forms/PasswordField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { PublicPage } from '../../../platform/ui/layout/PublicPage.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/ui/lazyPart.tsx';
import type { Answer } from '../../../shared/contract/calls.ts';
import { clearFragment, providerName, readFragment, SignInStepPart, type SsoFragment } from '../signInPage.ts';
import * as s from './LoginScreen.module.css';

export function LoginScreen({ notice }: { notice?: string }) {
  const { form, demand, startOver, follow } = useLogin();
  const { prepare } = useConnection();
  const provider = providerName();
  useDocumentTitle('Sign in');
  const [firstCall] = useState(() => [{ load: () => prepare('POST /auth/login') }]);
  usePreloadWhen(true, firstCall);
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

const ArrivalPart = lazyPart('Single sign-on', () => import('../singleSignOn/Arrival.tsx'));

interface SingleSignOnProps {
  provider: string;
  onAnswer(answer: Answer<'POST /auth/single-sign-on'>): void;
}

/** Signs in with the company's provider. Most of its code loads when it is used. */
function SingleSignOn({ provider, onAnswer }: SingleSignOnProps) {
  const [fragment, setFragment] = useState<SsoFragment | undefined>(() => readFragment(location.hash));
  useEffect(() => {
    clearFragment();
    // Going back from the provider shows the page as it was left.
    const begin = ({ persisted }: PageTransitionEvent) => persisted && setFragment(undefined);
    addEventListener('pageshow', begin);
    return () => removeEventListener('pageshow', begin);
  }, []);
  const next = new URLSearchParams(location.search).get('next') ?? '';
  const isLeaving = fragment?.kind === 'start';
  return (
    <div className={s.part}>
      {fragment && (
        <ArrivalPart key={fragment.kind} fragment={fragment} provider={provider} next={next} onAnswer={onAnswer} />
      )}
      <Button busy={isLeaving} onClick={() => setFragment({ kind: 'start' })}>
        Sign in with {provider}
      </Button>
      <p className={s.or}>or by password</p>
    </div>
  );
}

const PasskeySignInPart = lazyPart('Signing in with a passkey', () => import('../PasskeySignIn.tsx'));

/** Whether the page says that its server accepts passkeys. */
const offersPasskeys = (): boolean => document.querySelector('meta[name="passkeys"]') !== null;
