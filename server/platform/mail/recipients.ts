// Who is told about something of a company: who holds a permission, and sees the company. What is about no company is told to
// those who see all.

import type { Permission } from '../../../src/shared/contract/permissions.ts';
import type { Queries } from '../db/db.ts';
import { groupRows } from '../db/groupRows.ts';
import { type Sql, sql } from '../db/sql.ts';

export interface Recipient {
  readonly email: string;
  readonly companies: ReadonlySet<number>;
}

export async function recipientsOf(
  queries: Queries,
  permission: Permission,
  companyIds: readonly number[],
): Promise<Recipient[]> {
  const rows = await queries.all<{ user_id: number; email: string; company_id: number }>(
    sql`select users.id as user_id, email, companies.id as company_id
      from users cross join companies
      where companies.id in (${companyIds}) and ${holds(permission)} and (${holds('companies.all')}
        or exists (select 1 from user_companies where user_id = users.id and company_id = companies.id))
      order by email`,
  );
  return [...groupRows('user_id', rows).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ email: first.email, companies: new Set(of.map(({ company_id }) => company_id)) }] : [];
  });
}

/** Their addresses: who holds a permission that is about no company, and sees all of them. */
export async function recipientsEverywhere(queries: Queries, permission: Permission): Promise<string[]> {
  const rows = await queries.all<{ email: string }>(
    sql`select email from users where ${holds(permission)} and ${holds('companies.all')} order by email`,
  );
  return rows.map(({ email }) => email);
}

const holds = (permission: Permission): Sql => sql`exists (
  select 1 from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
  where user_roles.user_id = users.id and permissions.name = ${permission})`;
