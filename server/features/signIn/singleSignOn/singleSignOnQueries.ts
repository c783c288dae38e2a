// The stored settings of single sign-on, and whether a user is linked with a person at the provider.

import type { MappedRole, SingleSignOnSettings } from '../../../../src/shared/contract/singleSignOn.ts';
import { exists, one, type Queries, scalars, sql } from '../../../platform/db/db.ts';
import { emergencyAccounts } from '../../people/credentialQueries.ts';

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
  const accounts = await scalars(queries, sql`${emergencyAccounts} order by user_id`);
  return { ...flags, mapping, emergency_accounts: accounts };
}

export const isLinked = (queries: Queries, issuer: string, userId: number): Promise<boolean> =>
  exists(queries, sql`select user_id from single_sign_on_links where issuer = ${issuer} and user_id = ${userId}`);
