// Roles, and the contract's permissions with their ids in this database.
import type { Body } from '../../../src/shared/contract/calls.ts';
import type { PermissionEntry, Role } from '../../../src/shared/contract/people.ts';
import { allPermissions, type Permission, permissionModules } from '../../../src/shared/contract/permissions.ts';
import { exists, groupRows, join, type Queries, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRowsWhere } from '../../platform/db/rowLocks.ts';
import { versionOf } from '../../platform/records/edit.ts';

type RoleFields = Body<'POST /roles'>;

export const administratorRole = 'administrator';

/**
 * Brings the table of permissions up to the contract, and gives the administrator's role all of them, including those
 * that a new version adds. A database without users also gets its first roles. Call it at every start. It keeps
 * permissions that it does not know, since an older server may run on the same database; a migration removes those that
 * the contract drops.
 */
export async function alignPermissions(queries: Queries): Promise<void> {
  const entries = Object.entries(permissionModules).flatMap(([module, permissions]) =>
    Object.entries(permissions).map(([name, label]) => ({ name, label, module })),
  );
  const rows = entries.map(({ name, label, module }) => sql`(${name}, ${label}, ${module})`);
  await queries.run(
    sql`insert into permissions (name, display_name, module) values ${join(rows, ', ')}
      on conflict (name) do update set display_name = excluded.display_name, module = excluded.module`,
  );
  await queries.run(
    sql`insert into roles (name, display_name, description, is_system)
      values (${administratorRole}, 'Administrator', 'May do everything, in every company', true)
      on conflict (name) do nothing`,
  );
  await queries.run(
    sql`insert into role_permissions (role_id, permission_id)
      select roles.id, permissions.id from roles cross join permissions
      where roles.name = ${administratorRole}
      on conflict do nothing`,
  );
  await addFirstRoles(queries);
}

async function addFirstRoles(queries: Queries): Promise<void> {
  if (await exists(queries, sql`select id from users limit 1`)) return;
  for (const { name, display_name, description, permissions } of defaultRoles) {
    const [id] = await scalars(
      queries,
      sql`insert into roles (name, display_name, description, is_system)
        values (${name}, ${display_name}, ${description}, false) on conflict (name) do nothing returning id`,
    );
    const held = sql`select ${id ?? 0}, id from permissions where name in (${permissions})`;
    if (id !== undefined) await queries.run(sql`insert into role_permissions (role_id, permission_id) ${held}`);
  }
}

export const roleId = (queries: Queries, name: string): Promise<number> =>
  scalar(queries, sql`select id from roles where name = ${name}`);

/** Keeps other transactions from changing roles or their users until this one ends. */
export async function lockRights(queries: Queries): Promise<void> {
  await lockRowsWhere(queries, 'roles', sql`name = ${administratorRole}`, 'change');
}

export async function findRoles(queries: Queries, ids: readonly number[]): Promise<Role[]> {
  const [roles, held] = await Promise.all([
    queries.all<Omit<Role, 'permissions'>>(
      sql`select id, name, display_name, description, is_system, requires_second_factor
        from roles where id in (${ids}) order by id`,
      ['is_system', 'requires_second_factor'],
    ),
    queries.all<PermissionEntry & { role_id: number }>(
      sql`select role_id, permissions.id, name, display_name, module
        from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_id in (${ids}) order by permissions.id`,
    ),
  ]);
  const permissions = groupRows('role_id', held);
  return roles.map((row) => {
    const role = { ...row, permissions: permissions.get(row.id) ?? [] };
    return { ...role, version: versionOf('PUT /roles/{id}', role) };
  });
}

export async function insertRole(queries: Queries, role: RoleFields): Promise<number> {
  const id = await scalar(
    queries,
    sql`insert into roles (name, display_name, description, is_system)
      values (${role.name}, ${role.display_name.trim()}, ${role.description}, false) returning id`,
  );
  await setPermissions(queries, id, role.permissions);
  return id;
}

export async function updateRole(queries: Queries, id: number, role: RoleFields): Promise<void> {
  await queries.run(
    sql`update roles set name = ${role.name}, display_name = ${role.display_name.trim()},
      description = ${role.description} where id = ${id}`,
  );
  await setPermissions(queries, id, role.permissions);
}

async function setPermissions(queries: Queries, id: number, permissions: readonly number[]): Promise<void> {
  await queries.run(sql`delete from role_permissions where role_id = ${id}`);
  await queries.run(
    sql`insert into role_permissions (role_id, permission_id)
      select roles.id, permissions.id from roles cross join permissions
      where roles.id = ${id} and permissions.id in (${permissions})`,
  );
}

export const listPermissions = (queries: Queries): Promise<PermissionEntry[]> =>
  queries.all(sql`select id, name, display_name, module from permissions order by id`);

/** Omits ids that do not exist. */
export const findPermissions = (queries: Queries, ids: readonly number[]): Promise<PermissionEntry[]> =>
  queries.all(sql`select id, name, display_name, module from permissions where id in (${ids}) order by id`);

// The roles of a database without users, besides the administrator's. Administrators may change and delete them.
type FirstRole = Omit<RoleFields, 'permissions'> & { readonly permissions: readonly Permission[] };

const view: readonly Permission[] = [
  'companies.view',
  'access_controllers.view',
  'devices.view',
  'attendance.view',
  'employees.view',
  'presence.view',
  'timesheets.view',
];

export const defaultRoles: readonly FirstRole[] = [
  {
    name: 'viewer',
    display_name: 'Viewer',
    description: 'Sees employees, access controllers and attendance of the assigned companies',
    permissions: view,
  },
  {
    name: 'manager',
    display_name: 'Manager',
    description: 'Manages the assigned companies, their employees, access controllers and attendance',
    permissions: [
      ...view,
      'companies.edit',
      'access_controllers.create',
      'access_controllers.edit',
      'access_controllers.delete',
      'devices.manage',
      'attendance.process',
      'corrections.create',
      'presence.roll_call',
      'employees.create',
      'employees.edit',
      'employees.delete',
    ],
  },
  {
    name: 'hr_manager',
    display_name: 'HR Manager',
    description: 'Manages employees, corrects and closes attendance, and runs HR sync of the assigned companies',
    permissions: [
      ...view,
      'attendance.process',
      'employees.create',
      'employees.edit',
      'employees.delete',
      'timesheets.close',
      'corrections.create',
      'corrections.approve',
      'hr_sync.view',
      'hr_sync.run',
      'hr_sync.configure',
    ],
  },
  {
    name: 'auditor',
    display_name: 'Auditor',
    description: 'Sees everything in every company, and changes nothing',
    permissions: ['companies.all', ...allPermissions.filter((name) => name.endsWith('.view'))],
  },
];
