import type { SecondFactorProof } from '../../shared/contract/signIn.ts';
import type { Outcome } from '../../platform/hooks/useAction.ts';

/** Sends a second factor: to sign in, or to confirm who somebody is. */
export interface ProofAction {
  busy: boolean;
  error: string | undefined;
  send(proof: SecondFactorProof): Promise<Outcome<unknown>>;
  clear(): void;
}
