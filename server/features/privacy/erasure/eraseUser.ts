// What is stored of an account.

import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { assertAdministratorRemains } from '../../people/grantRules.ts';
import type { Identity } from './identity.ts';

/** With the account go its sessions, roles, companies, saved views, and whatever else belongs to it alone. */
export async function eraseUser(queries: Queries, { person: { id } }: Identity): Promise<CountedRows[]> {
  const count = async (rows: Sql) =>
    (await one<{ total: number }>(queries, sql`select count(*) as total from ${rows} where user_id = ${id}`)).total;
  const sessions = await count(sql`sessions`);
  const views = await count(sql`saved_views`);
  const accounts = await queries.run(sql`delete from users where id = ${id}`);
  await assertAdministratorRemains(queries);
  return [
    { what: 'The account, with name, e-mail, password and roles', rows: accounts },
    { what: 'Sessions', rows: sessions },
    { what: 'Saved views', rows: views },
  ];
}
