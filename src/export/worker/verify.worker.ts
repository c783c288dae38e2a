import { verify, type Verification } from '../proof/verify.ts';
import { serve } from './serve.ts';

export type VerifyReply = { kind: 'verified'; verification: Verification } | { kind: 'failed'; message: string };

serve<File, VerifyReply>(async (file, reply) => reply({ kind: 'verified', verification: await verify(file) }));
