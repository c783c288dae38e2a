// The form that signs in, on the login page and in the dialog over a screen.

import { describeFailure, failureMessages, type ApiError } from '../api/errors.ts';
import { loginRules } from '../contract/loginRules.ts';
import { signInMessages } from '../contract/messages/signIn.ts';
import { useConnection } from '../session/useSession.ts';
import { useCall } from './useCall.ts';
import { useForm } from './useForm.ts';

function describeLogin(failure: ApiError, failed: string): string {
  if (failure.fromServer || failure.message === failureMessages.html) return failure.message;
  return failure.status && failure.kind !== 'unreadable' ? 'Login failed' : describeFailure(failure, failed);
}

export function useLogin(email = '') {
  const { session } = useConnection();
  const login = useCall('POST /auth/login', signInMessages['POST /auth/login'], {
    quiet: true,
    describe: describeLogin,
    after: ({ data }) => session.enter(data),
  });
  return useForm({
    initial: { email, password: '' },
    rules: loginRules,
    send: (credentials) => login.run({ body: credentials }),
    action: login,
  });
}
