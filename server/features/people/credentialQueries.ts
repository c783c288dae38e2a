// The e-mail and password hash that a user signs in with.

import { noPassword } from '../../platform/access/passwords.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { lockRow, type Purpose } from '../../platform/db/rowLocks.ts';
import { sql } from '../../platform/db/sql.ts';

/** E-mail addresses are stored and compared in lower case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export interface Credentials {
  id: number;
  email: string;
  password_hash: string;
}

export function findCredentials(queries: Queries, email: string): Promise<Credentials | undefined> {
  return maybeOne(queries, sql`select id, email, password_hash from users where email = ${normalEmail(email)}`);
}

/** Of a row of users. Without a password, people come in by single sign-on only. */
export const isPasswordSet = sql`users.password_hash <> ${noPassword}`;

export async function hasPassword(queries: Queries, userId: number): Promise<boolean> {
  const user = sql`select id from users where id = ${userId} and ${isPasswordSet}`;
  return (await maybeOne(queries, user)) !== undefined;
}

/** Answers whether e-mail and password are still those that were checked, and keeps them so until the transaction ends. */
export async function lockIfUnchanged(
  queries: Queries,
  { id, email, password_hash }: Credentials,
  to: Purpose,
): Promise<boolean> {
  await lockRow(queries, 'users', id, to);
  const same = sql`select id from users where id = ${id} and email = ${email} and password_hash = ${password_hash}`;
  return (await maybeOne(queries, same)) !== undefined;
}
