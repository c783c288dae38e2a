// One question about permissions. The server enforces; the console only hides or locks.

import type { Permission } from '../contract/permissions.ts';
import type { User } from '../contract/entities/people.ts';

export function can(user: User, permission: Permission): boolean {
  return user.roles.some((role) => grants(role, permission));
}

export function grants(role: Pick<User['roles'][number], 'permissions'>, permission: Permission): boolean {
  return role.permissions.some(({ name }) => name === permission);
}

const administrative: Permission[] = ['roles.view', 'users.view', 'settings.view'];

/** Who sees Roles, Users, HR Sync and Settings in the sidebar (specification, point 6). */
export function isAdministrative(user: User): boolean {
  return administrative.some((permission) => can(user, permission));
}
