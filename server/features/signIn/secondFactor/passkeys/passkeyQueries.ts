// Stored passkeys.

import { maybeOne, one, type Queries } from '../../../../platform/db/db.ts';
import { sql } from '../../../../platform/db/sql.ts';
import { instantOf } from '../../../../platform/time/instants.ts';
import type { StoredPasskey } from '../factorQueries.ts';

export function findByCredential(queries: Queries, credentialId: string): Promise<StoredPasskey | undefined> {
  return maybeOne(
    queries,
    sql`select id, user_id, name, credential_id, public_key, algorithm, counter, created_at, last_used_at
      from passkeys where credential_id = ${credentialId}`,
  );
}

/** Answers whether the counter is still below: of two answers with one counter, only one is taken. */
export async function countPasskeyUse(queries: Queries, id: number, counter: number, now: Date): Promise<boolean> {
  const changed = await queries.run(
    sql`update passkeys set counter = ${counter}, last_used_at = ${instantOf(now)}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  );
  return changed === 1;
}

type NewPasskey = Pick<StoredPasskey, 'user_id' | 'name' | 'credential_id' | 'public_key' | 'algorithm' | 'counter'>;

export async function insertPasskey(queries: Queries, passkey: NewPasskey, now: Date): Promise<number> {
  const { user_id, name, credential_id, public_key, algorithm, counter } = passkey;
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into passkeys (user_id, name, credential_id, public_key, algorithm, counter, created_at)
      values (${user_id}, ${name}, ${credential_id}, ${public_key}, ${algorithm}, ${counter}, ${instantOf(now)})
      returning id`,
  );
  return id;
}

export async function renamePasskey(queries: Queries, id: number, name: string): Promise<void> {
  await queries.run(sql`update passkeys set name = ${name} where id = ${id}`);
}

export async function deletePasskey(queries: Queries, id: number): Promise<void> {
  await queries.run(sql`delete from passkeys where id = ${id}`);
}
