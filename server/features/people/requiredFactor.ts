// Who must have a second factor, since a role of theirs asks for one.

import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';

/** A condition on the column that holds a user's id. */
const mustHaveFactor = (userId: Sql): Sql =>
  sql`exists (
    select 1 from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = ${userId} and roles.requires_second_factor = true)`;

export const hasFactor = (userId: Sql): Sql =>
  sql`(exists (select 1 from authenticator_apps where authenticator_apps.user_id = ${userId})
    or exists (select 1 from passkeys where passkeys.user_id = ${userId}))`;

/** Of somebody who must set one up before anything else. */
export const lacksFactor = (userId: Sql): Sql => sql`(${mustHaveFactor(userId)} and not ${hasFactor(userId)})`;

export const isFactorRequired = (queries: Queries, userId: number): Promise<boolean> =>
  holds(queries, userId, mustHaveFactor(sql`users.id`));

export const doesLackFactor = (queries: Queries, userId: number): Promise<boolean> =>
  holds(queries, userId, lacksFactor(sql`users.id`));

async function holds(queries: Queries, userId: number, condition: Sql): Promise<boolean> {
  return (await maybeOne(queries, sql`select id from users where id = ${userId} and ${condition}`)) !== undefined;
}
