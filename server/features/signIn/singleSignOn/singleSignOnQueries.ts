// The stored settings of single sign-on, and the links: which user is which person at the provider.

import type { MappedRole, SingleSignOnSettings } from '../../../../src/shared/contract/singleSignOn.ts';
import { exists, maybeOne, one, type Queries, rowsOf, scalar, scalars, sql } from '../../../platform/db/db.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { emergencyAccounts } from '../../people/credentialQueries.ts';
import type { ProviderClaims } from './claims.ts';

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
  await queries.run(
    sql`insert into emergency_accounts (user_id) select id from users where id in (${emergency_accounts})`,
  );
}

/** The person that a link is made with, once: from then on the e-mail does not matter. */
type Person = Pick<ProviderClaims, 'issuer' | 'subject'>;

export async function findLinkedUser(queries: Queries, { issuer, subject }: Person): Promise<number | undefined> {
  const link = await maybeOne<{ user_id: number }>(
    queries,
    sql`select user_id from single_sign_on_links where issuer = ${issuer} and subject = ${subject}`,
  );
  return link?.user_id;
}

export const isLinked = (queries: Queries, issuer: string, userId: number): Promise<boolean> =>
  exists(queries, sql`select user_id from single_sign_on_links where issuer = ${issuer} and user_id = ${userId}`);

export const countLinks = (queries: Queries, issuer: string): Promise<number> =>
  scalar(queries, sql`select count(*) from single_sign_on_links where issuer = ${issuer}`);

export async function addLink(queries: Queries, { issuer, subject }: Person, userId: number, now: Date): Promise<void> {
  await queries.run(
    sql`insert into single_sign_on_links (issuer, subject, user_id, linked_at, last_used_at)
      values (${issuer}, ${subject}, ${userId}, ${instantOf(now)}, ${instantOf(now)})`,
  );
}

export async function noteUse(queries: Queries, { issuer, subject }: Person, now: Date): Promise<void> {
  await queries.run(
    sql`update single_sign_on_links set last_used_at = ${instantOf(now)}
      where issuer = ${issuer} and subject = ${subject}`,
  );
}
