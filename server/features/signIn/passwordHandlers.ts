// Signing in by password, changing it, and choosing a new one by a mailed link. Neither a response nor its duration
// reveals whether an e-mail is known.

import { randomInt } from 'node:crypto';
import timers from 'node:timers/promises';
import { staleLink } from '../../../src/shared/contract/signIn.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { audit, signedOutActor } from '../../platform/audit/auditLog.ts';
import { createToken, hashOfToken } from '../../platform/crypto/hashes.ts';
import { exists, maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { conflict, invalid, unauthenticated } from '../../platform/domainErrors.ts';
import { addMail, type Mail } from '../../platform/mail/outboxQueries.ts';
import { type ApiRequest, type Handlers, Reply, type Services } from '../../platform/records/endpoint.ts';
import { plusMinutes } from '../../platform/time/clock.ts';
import { notifyOwner } from '../people/accountMails.ts';
import {
  addPasswordReset,
  arePasswordsClosed,
  type Credentials,
  findCredentials,
  hasEmail,
  hasPassword,
  isResetValid,
  lockIfUnchanged,
  mayUsePassword,
  normalizeEmail,
  resetMinutes,
  usePasswordReset,
} from '../people/credentialQueries.ts';
import { setPassword } from '../people/userQueries.ts';
import { continueSignIn } from './continueSignIn.ts';

/** Long enough to hide the work, short enough to wait for a mail. */
const longestPauseMs = 1_000;

const forgotLimits = (address: string, email: string): Limit[] => [
  { key: `forgot ${normalizeEmail(email)}`, attempts: 5, minutes: 60 },
  { key: `forgot ${networkOf(address)}`, attempts: 50, minutes: 60 },
];

const resetLimits = (address: string): Limit[] => [{ key: `reset ${networkOf(address)}`, attempts: 20, minutes: 60 }];

/** Also used for an unknown e-mail. */
const noMailServer = 'This server sends no e-mails. Ask its operator for a new password.';

export const ownPasswordLimits = (userId: number): Limit[] => [{ key: `change ${userId}`, attempts: 10, minutes: 15 }];

const wrongPassword = () => invalid({ current_password: 'Current password is incorrect' });
const refusedLink = () => invalid({ token: staleLink });

/** Limits guesses at one user's password, and tries with many users from one address. */
const loginLimits = (address: string, email: string): Limit[] => [
  { key: `login ${networkOf(address)} ${normalizeEmail(email)}`, attempts: 10, minutes: 15 },
  { key: `login ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

const wrongSignIn = () => unauthenticated('Invalid email or password');
/** Also answers a right password, so that trying one reveals nothing. */
const closedOrWrong = () => unauthenticated('Invalid email or password. Sign-in by password is closed for most users');

export const passwordHandlers = {
  async 'POST /auth/login'(request) {
    const { db, body, address, now } = request;
    const limits = loginLimits(address, body.email);
    const { credentials, isRight } = await tryPassword(request, limits, body);
    if (!credentials || !isRight || !(await mayUsePassword(db, credentials.id))) {
      await recordFailedSignIn(request, credentials?.id);
      throw (await arePasswordsClosed(db)) ? closedOrWrong() : wrongSignIn();
    }
    return db.tx(async (queries) => {
      await forgiveAttempt(queries, limits, now);
      if (!(await lockIfUnchanged(queries, credentials, 'rely'))) throw wrongSignIn();
      return continueSignIn(queries, request, credentials, 'password');
    });
  },

  async 'POST /auth/change-password'(request) {
    const { db, passwords, caller, body, now } = request;
    if (!(await hasPassword(db, caller.id)))
      throw conflict('Your account has no password to change: you sign in by single sign-on');
    const credentials = await checkOwnPassword(request, body.current_password);
    if (!credentials) throw wrongPassword();
    await forgiveAttempt(db, ownPasswordLimits(caller.id), now);
    const passwordHash = await passwords.hash(body.password);
    await db.tx(async (queries) => {
      if (!(await lockIfUnchanged(queries, credentials, 'change'))) throw wrongPassword();
      await setPassword(queries, caller.id, passwordHash, caller.session);
      await notifyOwner(queries, caller.email, 'password', now);
      await audit(queries, request, 'auth.change_password', 'users', { subjectId: caller.id });
    });
  },

  async 'POST /auth/forgot-password'(request) {
    const { db, body, address, now, sendsMail, showMail } = request;
    await countAttempt(db, forgotLimits(address, body.email), now);
    const isRead = sendsMail || showMail !== undefined;
    // Mails after the response: otherwise its duration would reveal that the e-mail is known.
    return new Reply(null, { ...(!isRead && { message: noMailServer }), afterwards: () => mailResetLink(request) });
  },

  async 'POST /auth/reset-password'(request) {
    const { db, passwords, body, address, now } = request;
    const limits = resetLimits(address);
    await countAttempt(db, limits, now);
    const tokenHash = hashOfToken(body.token);
    const user = await maybeOne<Credentials>(
      db,
      sql`select users.id, users.email, users.password_hash from password_resets join users on users.id = user_id
        where token_hash = ${tokenHash} and ${hasEmail(body.email)} and ${isResetValid(now)}`,
    );
    if (!user) throw refusedLink();
    // Somebody with the link is not guessing, even if the server is too busy to hash and asks to try again.
    await forgiveAttempt(db, limits, now);
    const passwordHash = await passwords.hash(body.password);
    await db.tx(async (queries) => {
      if (!(await lockIfUnchanged(queries, user, 'change'))) throw refusedLink();
      if (!(await usePasswordReset(queries, tokenHash))) throw refusedLink();
      await setPassword(queries, user.id, passwordHash);
      await notifyOwner(queries, user.email, 'password', now);
      await audit(queries, signedOutActor(request, user), 'auth.reset_password', 'users', { subjectId: user.id });
    });
  },
} satisfies Partial<Handlers>;

/**
 * Names a known user by id. What was typed for an unknown one is not kept, not even as a hash, because it may be a
 * password in the wrong field.
 */
async function recordFailedSignIn(request: ApiRequest<'POST /auth/login'>, subjectId?: number): Promise<void> {
  const { db, log, address, requestId } = request;
  await db.tx((queries) => audit(queries, signedOutActor(request), 'auth.login_failed', 'users', { subjectId }));
  log.warn('sign-in failed', { address, user_id: subjectId, request_id: requestId });
}

interface PasswordCheck extends Pick<Services, 'db' | 'passwords'> {
  readonly now: Date;
}

/** Compares what the signed-in user typed with their password. Undefined if it differs. */
export async function checkOwnPassword(
  request: PasswordCheck & { readonly caller: Caller },
  typed: string,
): Promise<Credentials | undefined> {
  const { id, email } = request.caller;
  const { credentials, isRight } = await tryPassword(request, ownPasswordLimits(id), { email, password: typed });
  return isRight ? credentials : undefined;
}

/**
 * Counts the attempt, and compares. An attempt that the server was too busy to compare reveals nothing and does not
 * count: people who try again in a moment, as they are asked to, must not be locked out for it.
 */
async function tryPassword(
  { db, passwords, now }: PasswordCheck,
  limits: readonly Limit[],
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ credentials: Credentials | undefined; isRight: boolean }> {
  await countAttempt(db, limits, now);
  try {
    const credentials = await findCredentials(db, email);
    return { credentials, isRight: await passwords.verify(password, credentials?.password_hash) };
  } catch (error) {
    await forgiveAttempt(db, limits, now);
    throw error;
  }
}

/**
 * Waits for an unpredictable time, and commits for every e-mail: otherwise the next call would have to wait after a
 * known one, and its duration would reveal that.
 */
async function mailResetLink(request: ApiRequest<'POST /auth/forgot-password'>): Promise<void> {
  const { db, body, requestId, log, showMail } = request;
  await timers.setTimeout(randomInt(longestPauseMs));
  const credentials = await findCredentials(db, body.email);
  const { token, hash } = createToken();
  const mail = await db.tx(async (queries) => {
    const queued = credentials && (await queueLink(queries, request, credentials, { token, hash }));
    // Nothing of an unknown e-mail is kept.
    await audit(queries, signedOutActor(request), 'auth.forgot_password', 'users', { subjectId: credentials?.id });
    return queued;
  });
  if (!mail) return;
  log.info('mail queued', { request_id: requestId, subject: mail.subject });
  showMail?.(mail);
}

/** Returns undefined if the user may not choose a password by a link. */
async function queueLink(
  queries: Queries,
  { now, publicUrl }: ApiRequest<'POST /auth/forgot-password'>,
  credentials: Credentials,
  { token, hash }: ReturnType<typeof createToken>,
): Promise<Mail | undefined> {
  if (!(await mayUsePassword(queries, credentials.id))) return undefined;
  if (!(await lockIfUnchanged(queries, credentials, 'rely'))) return undefined;
  // Users without a password can set one only if they were invited, even if that link has expired.
  const invitation = sql`select user_id from invitations where user_id = ${credentials.id} and token_hash is not null`;
  if (!(await hasPassword(queries, credentials.id)) && !(await exists(queries, invitation))) return undefined;
  const mail = resetMail(publicUrl, credentials.email, token);
  const expiresAt = plusMinutes(now, resetMinutes);
  await addPasswordReset(queries, credentials.id, hash, now, expiresAt);
  await addMail(queries, mail, now, expiresAt);
  return mail;
}

/** The token is in the fragment, which browsers do not send, so it appears in no log. */
function resetMail(publicUrl: string, to: string, token: string): Mail {
  const link = `${publicUrl}/forgot-password#${new URLSearchParams({ token, email: to })}`;
  return {
    to,
    subject: 'Choose a new password',
    body: [
      'Someone asked to reset your password for the attendance management system.',
      `This link works for ${resetMinutes} minutes:`,
      link,
      "If it wasn't you, ignore this e-mail. Your password stays the same.",
    ].join('\n\n'),
  };
}
