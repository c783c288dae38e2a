// Whether what somebody sent proves the second factor of a user.

import type { SecondFactorProof } from '../../../../src/shared/contract/signIn.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { takeStep } from './authenticatorQueries.ts';
import { findFactors } from './factorQueries.ts';
import { challengeOf } from './passkeys/challenge.ts';
import { countPasskeyUse } from './passkeys/passkeyQueries.ts';
import { passkeySite } from './passkeys/passkeySite.ts';
import type { PasskeyFault } from './passkeys/readAnswer.ts';
import { verifyPasskey } from './passkeys/verifyPasskey.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import { fromBase32 } from './base32.ts';
import { stepOfCode } from './totp.ts';

/** Why a second factor is refused, as the audit says it. */
export type FactorFault = 'wrong code' | 'used code' | 'unreadable key' | PasskeyFault;

interface Proving {
  readonly vault: Vault;
  readonly publicUrl: string;
  readonly now: Date;
  /** The ticket that the proof answers. */
  readonly ticket: string;
}

/** Uses the proof up: call it in a transaction that fails if there is a fault. */
export async function proveFactor(
  queries: Queries,
  proving: Proving,
  userId: number,
  proof: SecondFactorProof,
): Promise<FactorFault | undefined> {
  if (proof.method === 'authenticator_app') return proveCode(queries, proving, userId, proof.code);
  if (proof.method === 'passkey') return provePasskey(queries, proving, userId, proof.passkey);
  return (await takeRecoveryCode(queries, userId, proof.code)) ? undefined : 'wrong code';
}

async function proveCode(
  queries: Queries,
  { vault, now }: Proving,
  userId: number,
  code: string,
): Promise<FactorFault | undefined> {
  const { app } = await findFactors(queries, userId);
  if (!app) return 'wrong code';
  const key = vault.open(app.sealed_key);
  // After a change of the server's key without the former one; the log of the start tells.
  if (key === undefined) return 'unreadable key';
  const step = stepOfCode(fromBase32(key), code, now);
  if (step === undefined) return 'wrong code';
  return (await takeStep(queries, userId, step, now)) ? undefined : 'used code';
}

async function provePasskey(
  queries: Queries,
  { publicUrl, now, ticket }: Proving,
  userId: number,
  answer: SecondFactorProof['passkey'],
): Promise<FactorFault | undefined> {
  const site = passkeySite(publicUrl);
  const { passkeys } = await findFactors(queries, userId);
  const known = passkeys.find((passkey) => passkey.credential_id === answer?.id);
  if (!site || !answer || !known) return 'unknown passkey';
  const verified = verifyPasskey(known, answer, { challenge: challengeOf(ticket), site, verifiesUser: false });
  if ('fault' in verified) return verified.fault;
  return (await countPasskeyUse(queries, known.id, verified.counter, now)) ? undefined : 'cloned';
}
