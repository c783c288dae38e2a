// Signing in by password, on the login page and in the dialog over a screen. A server may then ask for a second factor.

import { useState } from 'react';
import type { Answer } from '../../shared/contract/calls.ts';
import type { SecondFactorDemand } from '../../shared/contract/login.ts';
import { loginRules } from '../../shared/contract/loginRules.ts';
import { type ApiError, describeFailure, htmlMessage } from '../api/errors.ts';
import { useConnection } from '../session/session.tsx';
import type { FormState } from './formState.ts';
import { useActionForm } from './useForm.ts';

function describeLogin(failure: ApiError, failed: string): string {
  if (failure.fromServer || failure.message === htmlMessage) return failure.message;
  return failure.status && failure.kind !== 'unreadable' ? 'Login failed' : describeFailure(failure, failed);
}

interface Login {
  form: FormState;
  demand: SecondFactorDemand | undefined;
  startOver(): void;
  /** Continues after the answer to the first step, whoever requested it. */
  follow(answer: Answer<'POST /auth/login'>): void;
}

export function useLogin(email = ''): Login {
  const { session } = useConnection();
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const follow = (answer: Answer<'POST /auth/login'>) =>
    'token' in answer ? session.enter(answer) : setDemand(answer.second_factor);
  const form = useActionForm('POST /auth/login', {
    initial: { email, password: '' },
    rules: loginRules,
    args: (credentials) => ({ body: credentials }),
    quiet: true,
    describe: describeLogin,
    after: ({ data }) => follow(data),
  });
  return { form, demand, startOver: () => setDemand(undefined), follow };
}
