// The step after the password: a code or a passkey, with a choice among the user's methods.

import { useState } from 'react';
import { type Outcome, useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import {
  type PasskeyRequest,
  type SecondFactorDemand,
  type SecondFactorMethod,
  secondFactorMethods,
} from '../../shared/contract/login.ts';
import type { SecondFactorProof } from '../../shared/contract/signIn.ts';
import { required } from '../../shared/contract/validate.ts';
import { askPasskey, hasPasskeys, usePasskeyRequest } from './passkeys.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

interface SecondFactorStepProps {
  demand: SecondFactorDemand;
  action: ProofAction;
  submitLabel: string;
  onStartOver(): void;
}

const useOf: Readonly<Record<SecondFactorMethod, string>> = {
  passkey: 'Use a passkey',
  authenticator_app: 'Use the authenticator app',
  recovery_code: 'Use a recovery code',
};

export function SecondFactorStep({ demand, action, submitLabel, onStartOver }: SecondFactorStepProps) {
  const usable = secondFactorMethods.filter((method) => isUsable(method, demand));
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  const method = chosen ?? usable[0];

  function choose(other: SecondFactorMethod) {
    action.clear();
    setChosen(other);
  }

  return (
    <div className={layout.stack4}>
      {method === undefined && (
        <Banner tone="bad">This browser knows none of the second factors of this account.</Banner>
      )}
      {method === 'passkey' && demand.passkey && <PasskeyStep request={demand.passkey} action={action} />}
      {(method === 'authenticator_app' || method === 'recovery_code') && (
        <CodeStep key={method} method={method} action={action} submitLabel={submitLabel} />
      )}
      <div className={layout.wrap}>
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} size="small" onClick={() => choose(other)}>
              {useOf[other]}
            </Button>
          ))}
        <Button kind="quiet" size="small" onClick={onStartOver}>
          Start again
        </Button>
      </div>
    </div>
  );
}

function isUsable(method: SecondFactorMethod, { methods, passkey }: SecondFactorDemand): boolean {
  return methods.includes(method) && (method !== 'passkey' || (passkey !== null && hasPasskeys()));
}

const key = 'POST /auth/second-factor';

/** Asks for the second factor of a sign-in. */
export function SignInStep({ demand, onStartOver }: { demand: SecondFactorDemand; onStartOver(): void }) {
  const { session } = useConnection();
  const { run, ...state } = useAction(key, {
    quiet: true,
    after: ({ data }) => session.enter(data),
  });
  const action = {
    ...state,
    send: (proof: SecondFactorProof) => run({ body: { ticket: demand.ticket, proof } }),
  };
  return <SecondFactorStep demand={demand} action={action} submitLabel="Sign in" onStartOver={onStartOver} />;
}

interface CodeStepProps {
  method: 'authenticator_app' | 'recovery_code';
  action: ProofAction;
  submitLabel: string;
}

const fields = {
  authenticator_app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes that you kept. Each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** Asks for a code of the authenticator app, or a recovery code. */
function CodeStep({ method, action, submitLabel }: CodeStepProps) {
  const form = useForm({
    initial: { code: '' },
    rules: { code: [required('Code is required')] },
    send: ({ code }) => action.send({ method, code, passkey: null }),
    action,
  });
  return (
    <Form form={form} label="Second factor">
      <TextField name="code" {...fields[method]} spellCheck={false} required autoFocus />
      <Button kind="primary" type="submit" busy={form.busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}

/** Uses a passkey: the browser asks for it after a click. */
function PasskeyStep({ request, action }: { request: PasskeyRequest; action: ProofAction }) {
  const { ask, isAsking, failure } = usePasskeyRequest();
  const error = failure ?? action.error;

  async function use() {
    action.clear();
    const passkey = await askPasskey(request, 'preferred');
    await action.send({ method: 'passkey', code: '', passkey });
  }

  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <p>Your account has a passkey. Your browser will ask for it.</p>
      <Button kind="primary" busy={isAsking || action.busy} autoFocus data-autofocus onClick={() => void ask(use)}>
        Use a passkey
      </Button>
    </>
  );
}

/** Sends a second factor, to sign in or to confirm an identity. */
interface ProofAction {
  busy: boolean;
  error: string | undefined;
  send(proof: SecondFactorProof): Promise<Outcome<unknown>>;
  clear(): void;
}
