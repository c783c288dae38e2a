// The authenticator app of a user.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';

interface NewAuthenticator {
  readonly sealedKey: string;
  readonly lastStep: number;
}

/** In place of the one that the user had. */
export async function storeAuthenticator(
  queries: Queries,
  userId: number,
  { sealedKey, lastStep }: NewAuthenticator,
  now: Date,
): Promise<void> {
  await queries.run(
    sql`insert into authenticator_apps (user_id, sealed_key, last_step, created_at)
      values (${userId}, ${sealedKey}, ${lastStep}, ${instantOf(now)})
      on conflict (user_id) do update set sealed_key = excluded.sealed_key, last_step = excluded.last_step,
        created_at = excluded.created_at, last_used_at = null`,
  );
}

/** Answers whether the step was unused; of two calls at once only one gets it. */
export async function takeStep(queries: Queries, userId: number, step: number, now: Date): Promise<boolean> {
  const changed = await queries.run(
    sql`update authenticator_apps set last_step = ${step}, last_used_at = ${instantOf(now)}
      where user_id = ${userId} and last_step < ${step}`,
  );
  return changed === 1;
}

export async function deleteAuthenticator(queries: Queries, userId: number): Promise<boolean> {
  return (await queries.run(sql`delete from authenticator_apps where user_id = ${userId}`)) === 1;
}
