// The second factor of a sign-in.

import type { SecondFactorDemand, SecondFactorProof } from '../../shared/contract/entities/secondFactor.ts';
import { signInMessages } from '../../shared/contract/messages/signIn.ts';
import { useCall } from '../../platform/hooks/useCall.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';

const key = 'POST /auth/second-factor';

interface SignInStepProps {
  demand: SecondFactorDemand;
  onStartOver(): void;
}

export function SignInStep({ demand, onStartOver }: SignInStepProps) {
  const { session } = useConnection();
  const { run, ...state } = useCall(key, signInMessages[key], {
    quiet: true,
    after: ({ data }) => session.enter(data),
  });
  const action = {
    ...state,
    send: (proof: SecondFactorProof) => run({ body: { ticket: demand.ticket, proof } }),
  };
  return <SecondFactorStep demand={demand} action={action} submitLabel="Sign in" onStartOver={onStartOver} />;
}
