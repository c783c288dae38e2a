// How far rights can be passed on: nobody gives a right that they lack, changes somebody who has one that
// they lack (with a new password they would be that person), or changes a role of their own.

import type { Role } from '../../src/contract/entities/people.ts';
import { type Caller, can } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import { findPermissions } from './permissionQueries.ts';
import { findRoles } from './roleQueries.ts';
import { touchSession } from './sessionQueries.ts';
import { hasAdministrator, hasForeignCompany, holdsRole, knownCompanies, loadUser } from './userQueries.ts';
import { conflict, forbidden, invalid, notFound, unauthenticated } from '../platform/domainErrors.ts';

/** Under the lock on rights: somebody else may have taken some from the asker while they waited. */
export async function reloadCaller(queries: Queries, { caller, now }: { caller: Caller; now: Date }): Promise<Caller> {
  const current = await touchSession(queries, caller.session, now);
  if (!current) throw unauthenticated();
  return current;
}

/** A role may be given these permissions. */
export async function assertMayGrant(queries: Queries, caller: Caller, ids: readonly number[]): Promise<void> {
  assertNotTooMany('permissions', ids);
  const permissions = await findPermissions(queries, ids);
  if (permissions.length < new Set(ids).size) throw invalid({ permissions: 'A chosen permission does not exist' });
  const lacking = permissions.find((permission) => !holdsAll(caller, [permission]));
  if (lacking) throw forbidden(`You cannot grant what you may not do yourself: ${lacking.display_name}`);
}

export async function assertMayChangeRole(queries: Queries, caller: Caller, role: Role): Promise<void> {
  if (role.is_system) throw forbidden('System roles cannot be changed or deleted');
  if (await holdsRole(queries, caller.id, role.id)) throw forbidden('You cannot change a role that you hold yourself');
  if (!holdsAll(caller, role.permissions)) throw forbidden('You cannot change a role that allows more than you may do');
}

/** A user may be given these roles. */
export async function assertMayAssignRoles(queries: Queries, caller: Caller, ids: readonly number[]): Promise<void> {
  assertNotTooMany('roles', ids);
  const roles = await findRoles(queries, ids);
  if (roles.length < new Set(ids).size) throw invalid({ roles: 'A chosen role does not exist' });
  const stronger = roles.find((role) => !holdsAll(caller, role.permissions));
  if (stronger) throw forbidden(`You cannot assign ${stronger.display_name}: it allows more than you may do yourself`);
}

/**
 * A user may be given these companies. Who does not see every company gives at least one: they could not
 * see a user without.
 */
export async function assertMayAssignCompanies(
  queries: Queries,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  assertNotTooMany('companies', ids);
  const seesAll = can(caller, 'companies.all');
  if (ids.length === 0 && !seesAll) throw invalid({ companies: 'Please choose at least one company' });
  if (await seesCompanies(queries, caller, ids)) return;
  if (seesAll) throw invalid({ companies: 'A chosen company does not exist' });
  throw forbidden('You can assign only companies that you have access to yourself');
}

export async function assertMayChangeUser(queries: Queries, caller: Caller, id: number): Promise<void> {
  const user = await loadUser(queries, id);
  if (!user) throw notFound('User not found');
  if (!user.roles.every((role) => holdsAll(caller, role.permissions)))
    throw forbidden(`You cannot change ${user.name}, who may do more than you`);
  if (await hasForeignCompany(queries, caller, id))
    throw forbidden(`You cannot change ${user.name}, who has companies that you have no access to`);
}

/** After roles or people were taken away. */
export async function assertAdministratorRemains(queries: Queries): Promise<void> {
  if (!(await hasAdministrator(queries)))
    throw conflict('This is the last administrator. Please make another one first');
}

/** No database takes any number of values in one statement, and nobody chooses that many. */
function assertNotTooMany(field: string, ids: readonly number[]): void {
  const most = 10_000;
  if (ids.length > most) throw invalid({ [field]: `Please choose at most ${most.toLocaleString('en')}` });
}

const holdsAll = (caller: Caller, permissions: readonly { name: string }[]): boolean =>
  permissions.every((permission) => caller.permissions.has(permission.name));

async function seesCompanies(queries: Queries, caller: Caller, ids: readonly number[]): Promise<boolean> {
  const known = await knownCompanies(queries, caller, ids);
  return ids.every((id) => known.has(id));
}
