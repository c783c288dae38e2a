// Sign-in tickets. Each stands for something half done: a sign-in that lacks the second factor, or something that a
// signed-in user has begun to set up. A ticket works once, for one step, for some minutes; only its hash is stored.
// Whatever ends a user's sessions ends the tickets, too (see endSessionsOf). One kind is a confirmation that a
// signed-in user is the owner of the account, rather than somebody who found the session open.

import type { Caller } from '../../platform/access/caller.ts';
import { createToken, hashOfToken } from '../../platform/crypto/hashes.ts';
import { exists, maybeOne, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { isRecent, isUnexpired } from '../../platform/db/moments.ts';
import { invalid } from '../../platform/domainErrors.ts';
import { instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { hasFactor, isPasswordSet, userMeets } from './credentialQueries.ts';

/** The step that a ticket is good for. */
export type Stage =
  /** Somebody proved who they are, by password for example: the second factor is next. */
  | 'second_factor'
  /** A provider of single sign-on identified somebody: the console is next. */
  | 'single_sign_on'
  /** Somebody is about to sign in by passkey, which will tell who they are. */
  | 'passkey'
  /** A signed-in user has typed the password again: the second factor is next. */
  | 'confirming'
  /** A signed-in user has confirmed who they are: something that only the owner of the account may do is next. */
  | 'confirmed'
  /** A signed-in user has the key of an authenticator app: its first code is next. */
  | 'new_authenticator'
  /** A signed-in user is asked to create a passkey. */
  | 'new_passkey';

const ticketMinutes = 10;

interface Ticket {
  /** Null where the step finds out who it is. */
  readonly userId: number | null;
  readonly data: string;
}

interface NewTicket extends Pick<Ticket, 'userId'> {
  readonly stage: Stage;
  /** Input of the step. Seal it if it is a secret. */
  readonly data?: string;
}

export async function createTicket(
  queries: Queries,
  { stage, userId, data = '' }: NewTicket,
  now: Date,
): Promise<string> {
  const { token, hash } = createToken();
  await queries.run(sql`delete from sign_in_tickets where not ${isInTime(now)}`);
  await queries.run(
    sql`insert into sign_in_tickets (token_hash, stage, user_id, data, expires_at)
      values (${hash}, ${stage}, ${userId}, ${data}, ${instantOf(plusMinutes(now, ticketMinutes))})`,
  );
  return token;
}

/** Leaves the ticket valid, so that a mistyped code does not end the sign-in. */
export const findTicket = (queries: Queries, ticket: string, stage: Stage, now: Date): Promise<Ticket | undefined> =>
  maybeOne(queries, sql`select user_id as "userId", data from ${good(ticket, stage, now)}`);

/** Takes the ticket, which cannot be used again; of two calls at once, only one gets it. */
export const takeTicket = (queries: Queries, ticket: string, stage: Stage, now: Date): Promise<Ticket | undefined> =>
  maybeOne(queries, sql`delete from ${good(ticket, stage, now)} returning user_id as "userId", data`);

/** A ticket that is still good, as SQL after `from`. */
const good = (ticket: string, stage: Stage, now: Date): Sql =>
  sql`sign_in_tickets
    where token_hash = ${hashOfToken(ticket)} and stage = ${stage} and ${isInTime(now)}`;

const isInTime = (now: Date): Sql => isUnexpired(sql`expires_at`, ticketMinutes, now);

/** Not a 401: a console that is signed in would take that for the end of its session. */
export const staleTicket = () => invalid({ ticket: 'This took too long, or was done already. Please begin again' });

interface Confirming {
  readonly caller: Caller;
  readonly now: Date;
}

const freshMinutes = 10;

export async function isFreshlySignedIn(queries: Queries, { caller, now }: Confirming): Promise<boolean> {
  const session = sql`select 1 from sessions
    where token_hash = ${caller.session} and ${isRecent(sql`created_at`, freshMinutes, now)}`;
  return exists(queries, session);
}

/** Uses up the confirmation. */
export async function takeConfirmation(
  queries: Queries,
  { caller, now }: Confirming,
  confirmation: string,
): Promise<void> {
  const ticket = await takeTicket(queries, confirmation, 'confirmed', now);
  if (ticket?.userId !== caller.id) throw invalid({ confirmation: 'Please confirm first that it is you' });
}

/**
 * Guards whatever gives lasting access to an account: another e-mail, which receives links for forgotten passwords, or
 * an API token. Users of single sign-on, who have neither password nor second factor, can only sign in again.
 */
export async function assertOwner(queries: Queries, request: Confirming, confirmation = ''): Promise<void> {
  const hasProof = sql`(${isPasswordSet} or ${hasFactor(sql`users.id`)})`;
  const canConfirm = await userMeets(queries, request.caller.id, hasProof);
  if (!canConfirm && (await isFreshlySignedIn(queries, request))) return;
  await takeConfirmation(queries, request, confirmation);
}
