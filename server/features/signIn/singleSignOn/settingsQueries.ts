// The settings of single sign-on: who may come in, with which roles, and whether passwords still work beside it.

import type { MappedRole, SingleSignOnSettings } from '../../../../src/shared/contract/singleSignOn.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';

type Flags = Pick<SingleSignOnSettings, 'maps_roles' | 'roles_claim' | 'creates_users' | 'closes_passwords'>;

export async function findSettings(queries: Queries): Promise<SingleSignOnSettings> {
  const flags = await one<Flags>(
    queries,
    sql`select maps_roles, roles_claim, creates_users, closes_passwords from single_sign_on_settings where id = 1`,
    ['maps_roles', 'creates_users', 'closes_passwords'],
  );
  const mapping = await queries.all<MappedRole>(
    sql`select claim_value, role_id from single_sign_on_roles order by claim_value, role_id`,
  );
  const accounts = await queries.all<{ user_id: number }>(sql`select user_id from emergency_accounts order by user_id`);
  return { ...flags, mapping, emergency_accounts: accounts.map(({ user_id }) => user_id) };
}

export async function storeSettings(queries: Queries, settings: SingleSignOnSettings): Promise<void> {
  const { maps_roles, roles_claim, creates_users, closes_passwords, mapping, emergency_accounts } = settings;
  await queries.run(
    sql`update single_sign_on_settings set maps_roles = ${maps_roles}, roles_claim = ${roles_claim},
        creates_users = ${creates_users}, closes_passwords = ${closes_passwords}
      where id = 1`,
  );
  await queries.run(sql`delete from single_sign_on_roles`);
  const rows = rowsOf({ claim_value: 'text', role_id: 'bigint' }, mapping);
  await queries.run(
    sql`insert into single_sign_on_roles (claim_value, role_id) select claim_value, role_id from ${rows}`,
  );
  await queries.run(sql`delete from emergency_accounts`);
  const accounts = rowsOf(
    { user_id: 'bigint' },
    emergency_accounts.map((user_id) => ({ user_id })),
  );
  await queries.run(sql`insert into emergency_accounts (user_id) select user_id from ${accounts}`);
}
