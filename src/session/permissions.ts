// One question about permissions. The server enforces; the console only hides or locks.

import type { Permission } from '../contract/permissions.ts';
import type { User } from '../contract/entities/people.ts';

export function can(user: User, permission: Permission): boolean {
  return user.roles.some((role) => role.permissions.some((held) => held.name === permission));
}

const administrative: Permission[] = ['roles.view', 'users.view', 'settings.view'];

/** Who sees Roles, Users, HR Sync and Settings in the sidebar (specification, point 6). */
export function isAdministrative(user: User): boolean {
  return administrative.some((permission) => can(user, permission));
}
