// The step after the password: a code, or a passkey. Whoever cannot give the one may have another.

import { useState } from 'react';
import { type SecondFactorDemand, type SecondFactorMethod, secondFactorMethods } from '../../shared/contract/login.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { hasPasskeys } from './askPasskey.ts';
import { CodeStep } from './CodeStep.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import type { ProofAction } from './proofAction.ts';
import * as s from './SecondFactorStep.module.css';

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
    <div className={s.step}>
      {method === undefined && (
        <Banner tone="bad">This browser knows none of the second factors of this account.</Banner>
      )}
      {method === 'passkey' && demand.passkey && <PasskeyStep request={demand.passkey} action={action} />}
      {(method === 'authenticator_app' || method === 'recovery_code') && (
        <CodeStep key={method} method={method} action={action} submitLabel={submitLabel} />
      )}
      <div className={s.others}>
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
