// Answers a demand for the second factor: counts the attempt, proves the factor, uses up the ticket, and records failures.

import type { SecondFactorProof } from '../../../../src/shared/contract/signIn.ts';
import { countAttempt, forgiveAttempt } from '../../../platform/access/rateLimit.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { tellOwner } from '../../people/accountMails.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { findTicket, type Stage, staleTicket, takeTicket } from '../../people/tickets.ts';
import { factorLimits } from './factorLimits.ts';
import { type FactorFault, proveFactor } from './proveFactor.ts';

interface Answering extends Services {
  readonly body: { readonly ticket: string; readonly proof: SecondFactorProof };
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
}

interface Person {
  id: number;
  email: string;
}

/** `then` runs in the transaction in which the factor was proved, and gets the data of the demand. */
export async function answerDemand<Result>(
  request: Answering,
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
      const fault = await proveFactor(queries, { ...request, ticket: body.ticket }, userId, body.proof);
      if (fault) throw new WrongFactor(fault);
      if (body.proof.method === 'recovery_code') await tellOwner(queries, user.email, 'recovered', now);
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

/** So that a password that changes meanwhile ends this sign-in too. */
async function lockUser(queries: Queries, id: number): Promise<Person | undefined> {
  await lockRow(queries, 'users', id, 'rely');
  return maybeOne(queries, sql`select id, email from users where id = ${id}`);
}

async function recordFailure(request: Answering, userId: number, fault: FactorFault): Promise<void> {
  const { db, log, address, now, requestId, body } = request;
  const { method } = body.proof;
  const caller = { id: null, email: '', address };
  const act = { action: 'auth.second_factor_failed', subject: 'users', subjectId: userId } as const;
  await db.tx((queries) => audit(queries, { caller, requestId, now, ...act, after: { method, fault } }));
  log.warn('second factor refused', { address, user_id: userId, method, fault, request_id: requestId });
}

function refusal(method: SecondFactorProof['method'], fault: FactorFault) {
  if (method === 'recovery_code') return invalid({ code: 'This recovery code is wrong, or was already used' });
  if (fault === 'used code') return invalid({ code: 'This code was already used. Please wait for the next one' });
  if (fault === 'wrong code')
    return invalid({ code: 'This code is wrong. Please enter the one that the app shows now' });
  if (fault === 'unreadable key')
    return invalid({ code: 'The server cannot check codes now. Use a recovery code, and tell an administrator' });
  if (fault === 'cloned')
    return invalid({ passkey: 'This passkey was refused: it seems that somebody has a copy of it' });
  return invalid({ passkey: 'This passkey was not accepted here' });
}
