// Recovery codes: each stands in once for a lost second factor. They have 80 random bits, so that a plain hash of them
// cannot be guessed.

import { randomBytes } from 'node:crypto';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { base32 } from './base32.ts';

const codeCount = 10;

/** 'ABCD-EFGH-IJKL-MNOP' */
const createCode = () => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');

/** As people type them: in lower case, without dashes, and with digits that base32 does not have. */
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

/** Answers whether this call used the code up; of two at once only one does. */
export async function takeRecoveryCode(queries: Queries, userId: number, typed: string): Promise<boolean> {
  const row = sql`recovery_codes where user_id = ${userId} and code_hash = ${hashOfCode(typed)}`;
  return (await queries.run(sql`delete from ${row}`)) === 1;
}

export async function deleteRecoveryCodes(queries: Queries, userId: number): Promise<void> {
  await queries.run(sql`delete from recovery_codes where user_id = ${userId}`);
}
