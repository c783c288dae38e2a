// Signing in, for the login screen and for the dialog over a screen.

import { describe, texts, type ApiError } from '../api/errors.ts';
import { loginRules } from '../contract/loginRules.ts';
import { signInMessages } from '../contract/messages/signIn.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { useCall } from './useCall.ts';
import { useForm } from './useForm.ts';

function describeLogin(failure: ApiError, failed: string): string {
  if (failure.said || failure.message === texts.html) return failure.message;
  return failure.status && failure.kind !== 'unreadable' ? 'Login failed' : describe(failure, failed);
}

export function useLogin(email = '') {
  const { enter } = useSession();
  const login = useCall('POST /auth/login', signInMessages['POST /auth/login'], {
    quiet: true,
    describe: describeLogin,
    after: ({ data }) => enter(data),
  });
  return useForm({
    initial: { email, password: '' },
    rules: loginRules,
    send: (credentials) => login.run({ body: credentials }),
    action: login,
  });
}
