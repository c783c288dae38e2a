// Asks for the second factor, and checks the proof that is sent.

import {
  type SecondFactorDemand,
  type SecondFactorMethod,
  secondFactorMethods,
} from '../../../../src/shared/contract/login.ts';
import type { User } from '../../../../src/shared/contract/session.ts';
import type { SecondFactorProof } from '../../../../src/shared/contract/signIn.ts';
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { audit, type Received, signedOutActor } from '../../../platform/audit/auditLog.ts';
import { changesRow, maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { notifyOwner } from '../../people/accountMails.ts';
import { createTicket, findTicket, type Stage, staleTicket, takeTicket } from '../../people/tickets.ts';
import { countPasskeyUse, type Factors, findFactors, hasFactor, takeRecoveryCode } from './factors.ts';
import { challengeOf, type PasskeyFault, passkeySite, verifyPasskey } from './passkeys.ts';
import { fromBase32, stepOfCode } from './totp.ts';

/** Tells the console what to ask for. Undefined for a user without a second factor. */
export async function demandSecondFactor(
  queries: Queries,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
  userId: number,
  stage: Extract<Stage, 'second_factor' | 'confirming'>,
  /** Returned with the answer. */
  data = '',
): Promise<SecondFactorDemand | undefined> {
  const factors = await findFactors(queries, userId);
  if (!hasFactor(factors)) return undefined;
  const site = passkeySite(publicUrl);
  const ticket = await createTicket(queries, { stage, userId, data }, now);
  const methods = methodsOf(factors, site !== undefined);
  if (!site || !methods.includes('passkey')) return { ticket, methods, passkey: null };
  const credentials = factors.passkeys.map((passkey) => passkey.credential_id);
  return { ticket, methods, passkey: { challenge: challengeOf(ticket), rp_id: site.id, credentials } };
}

function methodsOf({ app, passkeys, recoveryCodes }: Factors, hasPasskeySite: boolean): SecondFactorMethod[] {
  const held = {
    passkey: hasPasskeySite && passkeys.length > 0,
    authenticator_app: app !== undefined,
    recovery_code: recoveryCodes > 0,
  };
  return secondFactorMethods.filter((method) => held[method]);
}

interface AnswerRequest extends Services, Received {
  readonly body: { readonly ticket: string; readonly proof: SecondFactorProof };
}

type Person = Pick<User, 'id' | 'email'>;

/** Three codes in a million are right at any time: 30 attempts an hour take more than a year on average to find one. */
export const factorLimits = (userId: number, address: string): Limit[] => [
  { key: `factor ${userId} ${networkOf(address)}`, attempts: 10, minutes: 15 },
  { key: `factor ${userId}`, attempts: 30, minutes: 60 },
];

/**
 * Counts the attempt, checks the proof, uses up the ticket, and records a failure. `then` runs in the transaction that
 * checked the factor, and gets the demand's data.
 */
export async function answerSecondFactor<Result>(
  request: AnswerRequest,
  stage: Extract<Stage, 'second_factor' | 'confirming'>,
  then: (queries: Queries, user: Person, data: string) => Promise<Result>,
): Promise<Result> {
  const { db, body, now, address } = request;
  const ticket = await findTicket(db, body.ticket, stage, now);
  if (!ticket || ticket.userId === null) throw staleTicket();
  const { userId } = ticket;
  const limits = factorLimits(userId, address);
  await countAttempt(db, limits, now);
  try {
    return await db.tx(async (queries) => {
      const user = await lockUser(queries, userId);
      await forgiveAttempt(queries, limits, now);
      const taken = await takeTicket(queries, body.ticket, stage, now);
      if (!user || !taken) throw staleTicket();
      const fault = await proveFactor(queries, request, userId);
      if (fault) throw new WrongFactor(fault);
      if (body.proof.method === 'recovery_code') await notifyOwner(queries, user.email, 'recovered', now);
      return then(queries, user, taken.data);
    });
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error;
    await recordFailure(request, userId, error.fault);
    throw refusal(body.proof.method, error.fault);
  }
}

class WrongFactor extends Error {
  readonly fault: FactorFault;

  constructor(fault: FactorFault) {
    super(fault);
    this.name = 'WrongFactor';
    this.fault = fault;
  }
}

/** Locks the user, so that a password change meanwhile ends this sign-in, too. */
async function lockUser(queries: Queries, id: number): Promise<Person | undefined> {
  await lockRow(queries, 'users', id, 'rely');
  return maybeOne(queries, sql`select id, email from users where id = ${id}`);
}

async function recordFailure(request: AnswerRequest, userId: number, fault: FactorFault): Promise<void> {
  const { db, log, address, requestId, body } = request;
  const { method } = body.proof;
  const details = { subjectId: userId, after: { method, fault } };
  await db.tx((queries) => audit(queries, signedOutActor(request), 'auth.second_factor_failed', 'users', details));
  log.warn('second factor refused', { address, user_id: userId, method, fault, request_id: requestId });
}

function refusal(method: SecondFactorProof['method'], fault: FactorFault) {
  if (method === 'recovery_code') return invalid({ code: 'This recovery code is wrong, or was already used' });
  if (fault === 'used code') return invalid({ code: 'This code was already used. Please wait for the next one' });
  if (fault === 'wrong code')
    return invalid({ code: 'This code is wrong. Please enter the one that the app shows now' });
  if (fault === 'unreadable key')
    return invalid({ code: 'The server cannot check codes now. Use a recovery code, and tell an administrator' });
  if (fault === 'cloned') return invalid({ passkey: 'This passkey was refused: someone seems to have a copy of it' });
  return invalid({ passkey: 'This passkey was not accepted here' });
}

/** Why a second factor is refused, in the audit's words. */
type FactorFault = 'wrong code' | 'used code' | 'unreadable key' | PasskeyFault;

/** Checks the proof and uses it up: call it in a transaction that fails if there is a fault. */
async function proveFactor(queries: Queries, request: AnswerRequest, userId: number): Promise<FactorFault | undefined> {
  const { method, code } = request.body.proof;
  if (method === 'authenticator_app') return proveCode(queries, request, userId);
  if (method === 'passkey') return provePasskey(queries, request, userId);
  return (await takeRecoveryCode(queries, userId, code)) ? undefined : 'wrong code';
}

async function proveCode(
  queries: Queries,
  { vault, now, body }: AnswerRequest,
  userId: number,
): Promise<FactorFault | undefined> {
  const { app } = await findFactors(queries, userId);
  if (!app) return 'wrong code';
  const key = vault.open(app.sealed_key);
  // The server's key was changed without keeping the former one, which the log reports at the start.
  if (key === undefined) return 'unreadable key';
  const step = stepOfCode(fromBase32(key), body.proof.code, now);
  if (step === undefined) return 'wrong code';
  // If two calls come at once, only one gets the step.
  const isUnused = await changesRow(
    queries,
    sql`update authenticator_apps set last_step = ${step}, last_used_at = ${instantOf(now)}
      where user_id = ${userId} and last_step < ${step}`,
  );
  return isUnused ? undefined : 'used code';
}

async function provePasskey(
  queries: Queries,
  { publicUrl, now, body }: AnswerRequest,
  userId: number,
): Promise<FactorFault | undefined> {
  const site = passkeySite(publicUrl);
  const answer = body.proof.passkey;
  const { passkeys } = await findFactors(queries, userId);
  const storedPasskey = passkeys.find((passkey) => passkey.credential_id === answer?.id);
  if (!site || !answer || !storedPasskey) return 'unknown passkey';
  const challenge = challengeOf(body.ticket);
  const verified = verifyPasskey(storedPasskey, answer, { challenge, site, verifiesUser: false });
  if ('fault' in verified) return verified.fault;
  return (await countPasskeyUse(queries, storedPasskey.id, verified.counter, now)) ? undefined : 'cloned';
}
