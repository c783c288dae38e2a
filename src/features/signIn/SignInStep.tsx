// The second factor of a sign-in.

import type { SecondFactorDemand } from '../../shared/contract/login.ts';
import type { SecondFactorProof } from '../../shared/contract/signIn.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useConnection } from '../../platform/session/useSession.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';

const key = 'POST /auth/second-factor';

interface SignInStepProps {
  demand: SecondFactorDemand;
  onStartOver(): void;
}

export function SignInStep({ demand, onStartOver }: SignInStepProps) {
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
