// The second factors of a user.

import { maybeOne, one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';

export interface StoredPasskey {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: string;
  algorithm: number;
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

export interface AuthenticatorApp {
  sealed_key: string;
  last_step: number;
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
    sql`select sealed_key, last_step, created_at, last_used_at from authenticator_apps where user_id = ${userId}`,
  );
  const passkeys = await queries.all<StoredPasskey>(
    sql`select id, user_id, name, credential_id, public_key, algorithm, counter, created_at, last_used_at
      from passkeys where user_id = ${userId} order by id`,
  );
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from recovery_codes where user_id = ${userId}`,
  );
  return { app, passkeys, recoveryCodes: total };
}

/** Recovery codes alone are none: they only stand in for one. */
export const hasFactor = ({ app, passkeys }: Factors): boolean => app !== undefined || passkeys.length > 0;
