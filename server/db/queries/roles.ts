// Roles and the permissions they hold.

import { permissionModules } from '../../../src/contract/permissions.ts';
import { only, type Queries } from '../db.ts';
import { join, sql } from '../sql.ts';

export const administratorRole = 'administrator';

/**
 * At every start: the table of permissions becomes what the contract says, and the administrator's role,
 * which is there from the first start, holds all of them, also those that a new version brought.
 */
export async function alignPermissions(queries: Queries): Promise<void> {
  const entries = Object.entries(permissionModules).flatMap(([module, permissions]) =>
    Object.entries(permissions).map(([name, label]) => ({ name, label, module })),
  );
  await queries.run(
    sql`delete from permissions where name not in (${entries.map((permission) => permission.name)})`,
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
}

export async function roleId(queries: Queries, name: string): Promise<number> {
  return (await only<{ id: number }>(queries, sql`select id from roles where name = ${name}`)).id;
}

export interface NewRole {
  name: string;
  displayName: string;
  description: string;
  permissions: readonly string[];
}

export async function insertRole(queries: Queries, role: NewRole): Promise<number> {
  const { id } = await only<{ id: number }>(
    queries,
    sql`insert into roles (name, display_name, description, is_system)
      values (${role.name}, ${role.displayName}, ${role.description}, false) returning id`,
  );
  await queries.run(
    sql`insert into role_permissions (role_id, permission_id)
      select ${id}, id from permissions where name in (${role.permissions})`,
  );
  return id;
}
