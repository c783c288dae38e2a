// The stored second factors of users: authenticator apps, passkeys, and the recovery codes that stand in for them.

import { randomBytes } from 'node:crypto';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { changesRow, maybeOne, type Queries, rowsOf, scalar, sql } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import { instantOf } from '../../../platform/time/clock.ts';
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

/** Recovery codes alone are no factor: they only stand in for one. */
export const hasFactor = ({ app, passkeys }: Factors): boolean => app !== undefined || passkeys.length > 0;

export const deleteAuthenticator = (queries: Queries, userId: number): Promise<boolean> =>
  changesRow(queries, sql`delete from authenticator_apps where user_id = ${userId}`);

export const findByCredential = (queries: Queries, credentialId: string): Promise<StoredPasskey | undefined> =>
  maybeOne(queries, sql`select ${passkeyColumns} from passkeys where credential_id = ${credentialId}`);

/** Returns whether the counter is still below: of two answers with one counter, only one is taken. */
export const countPasskeyUse = (queries: Queries, id: number, counter: number, now: Date): Promise<boolean> =>
  changesRow(
    queries,
    sql`update passkeys set counter = ${counter}, last_used_at = ${instantOf(now)}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  );

const codeCount = 10;

/** 'ABCD-EFGH-IJKL-MNOP': 80 random bits, so that a plain hash of a code cannot be guessed. */
const createCode = () => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');

/** Allows for what people type: lower case, no dashes, and digits that base32 does not have. */
const hashOfCode = (typed: string) =>
  hashOfToken(
    typed
      .toUpperCase()
      .replaceAll('0', 'O')
      .replaceAll('1', 'I')
      .replace(/[^A-Z2-7]/g, ''),
  );

/** Replaces those that the user has. Returns them for their owner, once. */
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

/** Returns whether this call used the code up; of two at once only one does. */
export const takeRecoveryCode = (queries: Queries, userId: number, typed: string): Promise<boolean> =>
  changesRow(queries, sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashOfCode(typed)}`);

export async function deleteRecoveryCodes(queries: Queries, userId: number): Promise<void> {
  await queries.run(sql`delete from recovery_codes where user_id = ${userId}`);
}

/**
 * Seals the keys of authenticator apps anew that a former key of the server sealed. It runs at every start; any number
 * of processes may do it at once. Returns how many it sealed.
 */
export async function renewKeys(queries: Queries, vault: Vault, log: Log): Promise<number> {
  let count = 0;
  const stored = await queries.all<{ user_id: number; sealed_key: string }>(
    sql`select user_id, sealed_key from authenticator_apps`,
  );
  for (const { user_id, sealed_key } of stored) {
    const renewed = vault.renew(sealed_key);
    if (renewed === undefined) {
      // Everybody else can sign in, and this person by recovery code, so the server starts.
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
