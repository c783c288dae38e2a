import type { ServerKey } from '../proof/signature.ts';
import { serve } from '../worker/serve.ts';
import { type Verification, verify } from './verify.ts';

export interface VerifyRequest {
  readonly file: File;
  readonly key: ServerKey | undefined;
}

export type VerifyReply = { kind: 'verified'; verification: Verification };

serve<VerifyRequest, VerifyReply>(async ({ file, key }, reply) =>
  reply({ kind: 'verified', verification: await verify(file, key) }),
);
