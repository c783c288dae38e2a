// Prevents privilege escalation. Callers cannot grant a permission they lack, change a user who has one they lack
// (setting a password would let them sign in as that user), or change a role they hold. Each assertMay… throws.

import type { Role } from '../../../src/shared/contract/people.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { exists, type Queries, scalars, sql } from '../../platform/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/domainErrors.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { arePasswordsClosed, emergencyAccounts, hasAdministrator, isPasswordSet } from './credentialQueries.ts';
import { findPermissions, findRoles, lockRights } from './roleQueries.ts';
import { loadUser, users, visibleCompanies } from './userQueries.ts';

interface ByCaller {
  readCaller(queries: Queries): Promise<Caller>;
}

/**
 * Takes the lock on rights, with which every change of users, roles and rights begins, and reads the caller again, who
 * may have lost rights while waiting for it.
 */
export async function lockRightsFor(queries: Queries, request: ByCaller): Promise<Caller> {
  await lockRights(queries);
  return request.readCaller(queries);
}

/** Reads the caller again, and throws unless they may change this user. Takes the lock on rights. */
export async function callerWhoMayChange(queries: Queries, request: ByCaller, userId: number): Promise<Caller> {
  const caller = await lockRightsFor(queries, request);
  await findOrThrow(users, queries, caller, userId);
  await assertMayChangeUser(queries, caller, userId);
  return caller;
}

export async function assertMayGrant(queries: Queries, caller: Caller, ids: readonly number[]): Promise<void> {
  assertNotTooMany('permissions', ids);
  const permissions = await findPermissions(queries, ids);
  if (permissions.length < new Set(ids).size) throw invalid({ permissions: 'A chosen permission does not exist' });
  const lacking = permissions.find((permission) => !holdsAll(caller, [permission]));
  if (lacking) throw forbidden(`You can't grant a permission you don't have: ${lacking.display_name}`);
}

export async function assertMayChangeRole(queries: Queries, caller: Caller, role: Role): Promise<void> {
  if (role.is_system) throw forbidden('System roles cannot be changed or deleted');
  const own = sql`select role_id from user_roles where user_id = ${caller.id} and role_id = ${role.id}`;
  if (await exists(queries, own)) throw forbidden("You can't change a role that you hold yourself");
  assertMayGovern(caller, role);
}

/** Checks who may change what a role requires, which takes less than changing what it grants. */
export function assertMayGovern(caller: Caller, role: Role): void {
  if (!holdsAll(caller, role.permissions)) throw forbidden("You can't change a role with permissions you don't have");
}

export async function assertMayAssignRoles(queries: Queries, caller: Caller, ids: readonly number[]): Promise<void> {
  assertNotTooMany('roles', ids);
  const roles = await findRoles(queries, ids);
  if (roles.length < new Set(ids).size) throw invalid({ roles: 'A chosen role does not exist' });
  const stronger = roles.find((role) => !holdsAll(caller, role.permissions));
  if (stronger) throw forbidden(`You can't assign ${stronger.display_name}: it has permissions you don't have`);
}

/** Callers who do not see all companies must assign at least one: they could not see a user without any. */
export async function assertMayAssignCompanies(
  queries: Queries,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  assertNotTooMany('companies', ids);
  const seesAll = can(caller, 'companies.all');
  if (ids.length === 0 && !seesAll) throw invalid({ companies: 'Please choose at least one company' });
  const visible = new Set(await scalars(queries, sql`${visibleCompanies(caller)} and id in (${ids})`));
  if (ids.every((id) => visible.has(id))) return;
  if (seesAll) throw invalid({ companies: 'A chosen company does not exist' });
  throw forbidden('You can only assign companies you have access to');
}

export async function assertMayChangeUser(queries: Queries, caller: Caller, id: number): Promise<void> {
  const user = await loadUser(queries, id);
  if (!user) throw notFound('User not found');
  if (!user.roles.every((role) => holdsAll(caller, role.permissions)))
    throw forbidden(`You can't change ${user.name}, who has permissions you don't have`);
  // Includes deleted companies, to whose history the user still has access.
  const foreign = sql`select company_id from user_companies
    where user_id = ${id} and not (${companyScope(caller, sql`user_companies.company_id`)}) limit 1`;
  if (await exists(queries, foreign))
    throw forbidden(`You can't change ${user.name}, who has access to companies you can't see`);
}

/** Call it after removing users, or roles from users. */
export async function assertAdministratorRemains(queries: Queries): Promise<void> {
  if (!(await hasAdministrator(queries)))
    throw conflict('This is the last administrator who can sign in. Please add another one first');
  if (!(await keepsEmergencyAccount(queries)))
    throw conflict('This is the last administrator who can sign in by password. Please choose another one first');
}

export const administratorsRemain = async (queries: Queries): Promise<boolean> =>
  (await hasAdministrator(queries)) && (await keepsEmergencyAccount(queries));

/** Whether an administrator can still use a password if sign-in by password is closed. */
const keepsEmergencyAccount = async (queries: Queries): Promise<boolean> =>
  !(await arePasswordsClosed(queries)) ||
  exists(queries, sql`select id from users where ${isPasswordSet} and id in (${emergencyAccounts})`);

/** A database statement holds a limited number of values. */
function assertNotTooMany(field: string, ids: readonly number[]): void {
  const max = 10_000;
  if (ids.length > max) throw invalid({ [field]: `Please choose at most ${max.toLocaleString('en')}` });
}

const holdsAll = (caller: Caller, permissions: readonly { name: string }[]): boolean =>
  permissions.every((permission) => caller.permissions.has(permission.name));
