// Users' stored second factors: authenticator apps, passkeys, and the recovery codes that stand in for them. Also the
// rules of every change: the confirmation before it, and what follows when the first factor is added or the last one
// removed.

import { randomBytes } from 'node:crypto';
import type { User } from '../../../../src/shared/contract/session.ts';
import type { SignedInActor } from '../../../platform/audit/auditLog.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { changesRow, maybeOne, type Queries, rowsOf, scalar, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { conflict } from '../../../platform/domainErrors.ts';
import type { Log } from '../../../platform/log/log.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { notifyOwner } from '../../people/accountMails.ts';
import { isFactorRequired } from '../../people/credentialQueries.ts';
import { endSessionsOf } from '../../people/sessionQueries.ts';
import { isFreshlySignedIn, takeConfirmation } from '../../people/tickets.ts';
import { base32 } from './totp.ts';

export interface StoredPasskey {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  /** SPKI, in base64url. */
  public_key: string;
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

const passkeyColumns = sql`id, user_id, name, credential_id, public_key, counter, created_at, last_used_at`;

interface AuthenticatorApp {
  sealed_key: string;
  created_at: string;
  last_used_at: string | null;
}

export interface Factors {
  readonly app: AuthenticatorApp | undefined;
  readonly passkeys: readonly StoredPasskey[];
  readonly recoveryCodes: number;
}

export async function findFactors(queries: Queries, userId: number): Promise<Factors> {
  const app = await maybeOne<AuthenticatorApp>(
    queries,
    sql`select sealed_key, created_at, last_used_at from authenticator_apps where user_id = ${userId}`,
  );
  const passkeys = await queries.all<StoredPasskey>(
    sql`select ${passkeyColumns} from passkeys where user_id = ${userId} order by id`,
  );
  const total = await scalar(queries, sql`select count(*) from recovery_codes where user_id = ${userId}`);
  return { app, passkeys, recoveryCodes: total };
}

/** Recovery codes alone are no factor, because they only stand in for one. */
export const hasFactor = ({ app, passkeys }: Factors): boolean => app !== undefined || passkeys.length > 0;

export const deleteAuthenticator = (queries: Queries, userId: number): Promise<boolean> =>
  changesRow(queries, sql`delete from authenticator_apps where user_id = ${userId}`);

export const findByCredential = (queries: Queries, credentialId: string): Promise<StoredPasskey | undefined> =>
  maybeOne(queries, sql`select ${passkeyColumns} from passkeys where credential_id = ${credentialId}`);

/** Returns whether the counter was still lower: of two answers with the same counter, only one is taken. */
export const countPasskeyUse = (queries: Queries, id: number, counter: number, now: Date): Promise<boolean> =>
  changesRow(
    queries,
    sql`update passkeys set counter = ${counter}, last_used_at = ${instantOf(now)}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  );

const codeCount = 10;

/** 'ABCD-EFGH-IJKL-MNOP': 80 random bits, so that a plain hash of a code cannot be guessed. */
const createCode = () => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');

/** Allows for how people type: lower case, no dashes, and digits that base32 does not have. */
const hashOfCode = (typed: string) =>
  hashOfToken(
    typed
      .toUpperCase()
      .replaceAll('0', 'O')
      .replaceAll('1', 'I')
      .replace(/[^A-Z2-7]/g, ''),
  );

/** Replaces the user's codes. Returns the new ones for their owner, once. */
export async function createRecoveryCodes(queries: Queries, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, createCode);
  await deleteRecoveryCodes(queries, userId);
  const rows = rowsOf(
    { code_hash: 'text' },
    codes.map((code) => ({ code_hash: hashOfCode(code) })),
  );
  await queries.run(sql`insert into recovery_codes (user_id, code_hash) select ${userId}, code_hash from ${rows}`);
  return codes;
}

/** Returns whether this call used up the code; of two at once, only one does. */
export const takeRecoveryCode = (queries: Queries, userId: number, typed: string): Promise<boolean> =>
  changesRow(queries, sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashOfCode(typed)}`);

async function deleteRecoveryCodes(queries: Queries, userId: number): Promise<void> {
  await queries.run(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** Locks them, so that of two changes at once, the second sees what the first did. */
export async function lockOwnFactors(queries: Queries, { caller }: SignedInActor): Promise<Factors> {
  await lockRow(queries, 'users', caller.id, 'change');
  return findFactors(queries, caller.id);
}

/** A fresh sign-in to an account without a second factor is confirmation enough to set up the first one. */
export const mustConfirm = async (queries: Queries, request: SignedInActor, factors: Factors): Promise<boolean> =>
  hasFactor(factors) || !(await isFreshlySignedIn(queries, request));

/** Uses up the confirmation. */
export async function assertConfirmed(
  queries: Queries,
  request: SignedInActor,
  confirmation: string,
): Promise<Factors> {
  const factors = await lockOwnFactors(queries, request);
  if (await mustConfirm(queries, request, factors)) await takeConfirmation(queries, request, confirmation);
  return factors;
}

/**
 * Call it after a factor was added. With the first factor, returns recovery codes for their owner, and ends the
 * account's other sessions, which were opened without one.
 */
export async function afterAdding(queries: Queries, request: SignedInActor, before: Factors): Promise<string[]> {
  if (hasFactor(before)) return [];
  const { caller, now } = request;
  await endSessionsOf(queries, caller.id, caller.session);
  await notifyOwner(queries, caller.email, 'factorAdded', now);
  return createRecoveryCodes(queries, caller.id);
}

/** Call it after a factor was removed. */
export async function afterRemoving(queries: Queries, { caller, now }: SignedInActor): Promise<void> {
  if (hasFactor(await findFactors(queries, caller.id))) return;
  if (await isFactorRequired(queries, caller.id))
    throw conflict('Your role asks for a second factor, and this is your last one. Please add another one first');
  await deleteRecoveryCodes(queries, caller.id);
  await notifyOwner(queries, caller.email, 'factorRemoved', now);
}

/**
 * Removes all second factors of somebody who lost them, and ends their sessions. Called by an administrator or the
 * server's command line. Returns whether there was anything to remove.
 */
export async function resetFactors(
  queries: Queries,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<boolean> {
  const factors = await findFactors(queries, id);
  if (!hasFactor(factors) && factors.recoveryCodes === 0) return false;
  await deleteAuthenticator(queries, id);
  await queries.run(sql`delete from passkeys where user_id = ${id}`);
  await deleteRecoveryCodes(queries, id);
  await endSessionsOf(queries, id, '');
  await notifyOwner(queries, email, 'factorReset', now);
  return true;
}

/**
 * Reseals the keys of authenticator apps that a former key of the server sealed. Runs at every start, possibly in
 * several processes at once. Returns how many it resealed.
 */
export async function renewKeys(queries: Queries, vault: Vault, log: Log): Promise<number> {
  let count = 0;
  const stored = await queries.all<{ user_id: number; sealed_key: string }>(
    sql`select user_id, sealed_key from authenticator_apps`,
  );
  for (const { user_id, sealed_key } of stored) {
    const renewed = vault.renew(sealed_key);
    if (renewed === undefined) {
      // Everybody else can sign in, and this person by recovery code, so the server starts anyway.
      log.warn("authenticator app cannot be read with this server's key", { user_id });
    } else if (renewed !== sealed_key) {
      count += await queries.run(
        sql`update authenticator_apps set sealed_key = ${renewed}
          where user_id = ${user_id} and sealed_key = ${sealed_key}`,
      );
    }
  }
  return count;
}
