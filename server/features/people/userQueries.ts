// Users with their roles, permissions and companies.

import { isDeepStrictEqual } from 'node:util';
import type { ListedUser } from '../../../src/shared/contract/people.ts';
import type { AssignedCompany, User } from '../../../src/shared/contract/session.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { exists, groupRows, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { invalid } from '../../platform/domainErrors.ts';
import { versionOf } from '../../platform/records/edit.ts';
import type { SearchedRecordKind } from '../../platform/records/recordActions.ts';
import type { RecordSelection } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { asUtc, instantOf } from '../../platform/time/clock.ts';
import { deletePasswordResets, hasEmail, hasFactor, normalizeEmail } from './credentialQueries.ts';
import { deleteInvitation, invitationsOf } from './invitations.ts';
import { lockRights } from './roleQueries.ts';
import { endSessionsOf } from './sessionQueries.ts';

export const hasUsers = (queries: Queries): Promise<boolean> => exists(queries, sql`select id from users limit 1`);

/**
 * Callers who do not see all companies see themselves and the users who share a company with them. By default, the
 * company must not be deleted.
 */
export const visibleUsers = (
  caller: Caller,
  id = sql`users.id`,
  isShared = sql`company_id in (${visibleCompanies(caller)})`,
): Sql =>
  can(caller, 'companies.all')
    ? sql`true`
    : sql`(${id} = ${caller.id} or ${id} in (select user_id from user_companies where ${isShared}))`;

export const visibleCompanies = (caller: Caller): Sql =>
  sql`select id from companies where deleted_at is null and ${companyScope(caller, sql`companies.id`)}`;

export const userSelection = (caller: Caller): RecordSelection => ({
  scope: (id) => visibleUsers(caller, id),
  isInOrder: can(caller, 'companies.all'),
});

/** Finds users, with only those of their companies that the caller sees. */
export const findUsers = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<ListedUser[]> =>
  usersWhere(queries, ids, visibleUsers(caller), caller);

/** Finds the user with all their companies, regardless of the caller's scope. */
export async function loadUser(queries: Queries, id: number): Promise<User | undefined> {
  const [user] = await usersWhere(queries, [id], sql`true`);
  return user;
}

export const hasSameIds = (some: readonly number[], others: readonly number[]): boolean =>
  isDeepStrictEqual(new Set(some), new Set(others));

interface UserFields {
  name: string;
  email: string;
  roles: readonly number[];
  companies: readonly number[];
}

type NewUser = UserFields & { passwordHash: string };

export async function insertUser(queries: Queries, user: NewUser, now: Date): Promise<number> {
  await assertNewEmail(queries, user.email);
  const id = await scalar(
    queries,
    sql`insert into users (name, email, password_hash, created_at)
      values (${user.name.trim()}, ${normalizeEmail(user.email)}, ${user.passwordHash}, ${instantOf(now)})
      returning id`,
  );
  await setRoles(queries, id, user.roles);
  await setCompanies(queries, id, user.companies);
  return id;
}

const taken = { email: 'Email is already taken' };

/** Finds what the unique key misses: e-mails that were stored with accents beside their letters. */
async function assertNewEmail(queries: Queries, email: string, ownId = 0): Promise<void> {
  if (await exists(queries, sql`select id from users where ${hasEmail(email)} and id <> ${ownId}`))
    throw invalid(taken);
}

export async function updateUser(queries: Queries, id: number, user: UserFields): Promise<void> {
  await assertNewEmail(queries, user.email, id);
  await queries.run(
    sql`update users set name = ${user.name.trim()}, email = ${normalizeEmail(user.email)} where id = ${id}`,
  );
  await setRoles(queries, id, user.roles);
  await setCompanies(queries, id, user.companies);
}

export async function setRoles(queries: Queries, userId: number, roles: readonly number[]): Promise<void> {
  await queries.run(sql`delete from user_roles where user_id = ${userId}`);
  await queries.run(
    sql`insert into user_roles (user_id, role_id) select ${userId}, id from roles where id in (${roles})`,
  );
}

/** Replaces a user's companies. Deleted ones stay, since they could not be chosen again. */
export async function setCompanies(queries: Queries, userId: number, companies: readonly number[]): Promise<void> {
  await queries.run(
    sql`delete from user_companies
      where user_id = ${userId} and company_id in (select id from companies where deleted_at is null)`,
  );
  await queries.run(
    sql`insert into user_companies (user_id, company_id) select ${userId}, id from companies where id in (${companies})`,
  );
}

/** Ends all sessions but one, and all mailed links: they date from the old password, or from before there was one. */
export async function setPassword(
  queries: Queries,
  userId: number,
  passwordHash: string,
  keptSession = '',
): Promise<void> {
  await queries.run(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
  await deletePasswordResets(queries, userId);
  await deleteInvitation(queries, userId);
  await endSessionsOf(queries, userId, keptSession);
}

type UserRow = Pick<User, 'id' | 'name' | 'email' | 'created_at'> & { password_hash: string; has_factor: boolean };

async function usersWhere(
  queries: Queries,
  ids: readonly number[],
  condition: Sql,
  viewer?: Caller,
): Promise<ListedUser[]> {
  const [users, roles, companies, invitations] = await Promise.all([
    queries.all<UserRow>(
      sql`select id, name, email, created_at, password_hash, ${hasFactor(sql`users.id`)} as has_factor
        from users where id in (${ids}) and ${condition}`,
      ['has_factor'],
    ),
    rolesOf(queries, ids),
    companiesOf(queries, ids, viewer),
    invitationsOf(queries, ids),
  ]);
  const maySeeFactor = viewer !== undefined && can(viewer, 'sign_in.manage');
  return users.map(({ has_factor, password_hash, ...row }) => {
    const held = roles.get(row.id) ?? [];
    const user = { ...row, roles: held, companies: companies.get(row.id) ?? [] };
    return {
      ...user,
      role: held[0]?.display_name ?? '',
      created_at: asUtc(user.created_at),
      invitation: invitations.get(user.id) ?? null,
      has_second_factor: maySeeFactor ? has_factor : null,
      version: versionOf('PUT /users/{id}', user, password_hash),
    };
  });
}

type HeldRole = User['roles'][number];

async function rolesOf(queries: Queries, userIds: readonly number[]): Promise<Map<number, HeldRole[]>> {
  const [roles, held] = await Promise.all([
    queries.all<Omit<HeldRole, 'permissions'> & { user_id: number }>(
      sql`select user_id, roles.id, roles.name, roles.display_name, roles.is_system
        from user_roles join roles on roles.id = user_roles.role_id
        where user_id in (${userIds}) order by roles.id`,
      ['is_system'],
    ),
    queries.all<{ role_id: number; name: string }>(
      sql`select role_permissions.role_id, permissions.name
        from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id in (select role_id from user_roles where user_id in (${userIds}))
        order by permissions.id`,
    ),
  ]);
  const permissions = groupRows('role_id', held);
  return groupRows(
    'user_id',
    roles.map((role) => ({ ...role, permissions: permissions.get(role.id) ?? [] })),
  );
}

async function companiesOf(
  queries: Queries,
  userIds: readonly number[],
  viewer?: Caller,
): Promise<Map<number, AssignedCompany[]>> {
  return groupRows(
    'user_id',
    await queries.all<AssignedCompany & { user_id: number }>(
      sql`select user_id, companies.id, name, unique_identifier, contact_email, is_active
        from companies join user_companies on user_companies.company_id = companies.id
        where user_id in (${userIds}) and deleted_at is null
          and ${viewer ? companyScope(viewer, sql`companies.id`) : sql`true`}
        ${byName(searchedKinds.companies)}`,
      ['is_active'],
    ),
  );
}

export const users: SearchedRecordKind<ListedUser> = {
  table: 'users',
  noun: 'User',
  edit: 'PUT /users/{id}',
  searched: searchedKinds.users,
  lock: lockRights,
  find: findUsers,
  taken,
};
