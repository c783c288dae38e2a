// Who may sign in by password. Where single sign-on has closed that way, only the emergency accounts.

import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { isPasswordSet } from './credentialQueries.ts';
import { administratorRole } from './roleQueries.ts';

const isClosed = sql`exists (select 1 from single_sign_on_settings where closes_passwords = true)`;

export async function arePasswordsClosed(queries: Queries): Promise<boolean> {
  return isTrue(queries, isClosed);
}

export async function mayUsePassword(queries: Queries, userId: number): Promise<boolean> {
  return isTrue(queries, sql`not ${isClosed} or exists (select 1 from emergency_accounts where user_id = ${userId})`);
}

export interface Administrator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly has_password: boolean;
}

/** Who can be an emergency account. */
export function findAdministrators(queries: Queries): Promise<Administrator[]> {
  return queries.all<Administrator>(
    sql`select users.id, users.name, users.email, ${isPasswordSet} as has_password
      from users where users.id in (${administratorIds}) order by users.name, users.id`,
    ['has_password'],
  );
}

/** Whether somebody can still sign in by password and do everything. */
export async function hasEmergencyAdministrator(queries: Queries): Promise<boolean> {
  return isTrue(
    queries,
    sql`exists (select 1 from emergency_accounts join users on users.id = emergency_accounts.user_id
      where ${isPasswordSet} and users.id in (${administratorIds}))`,
  );
}

/** Answers whether they were closed. */
export async function openPasswords(queries: Queries): Promise<boolean> {
  const changed = await queries.run(
    sql`update single_sign_on_settings set closes_passwords = false where closes_passwords = true`,
  );
  return changed > 0;
}

const administratorIds = sql`select user_id from user_roles join roles on roles.id = user_roles.role_id
  where roles.name = ${administratorRole}`;

async function isTrue(queries: Queries, condition: Sql): Promise<boolean> {
  return (await maybeOne(queries, sql`select 1 as yes where ${condition}`)) !== undefined;
}
