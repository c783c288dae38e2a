// One question about permissions. The server enforces; the console only hides or locks.

import type { Permission } from '../contract/permissions.ts';
import type { CurrentUser, User } from '../contract/entities/people.ts';
import type { Feature } from '../contract/features.ts';

export function can(user: User, permission: Permission): boolean {
  return user.roles.some((role) => grants(role, permission));
}

export function grants(role: Pick<User['roles'][number], 'permissions'>, permission: Permission): boolean {
  return role.permissions.some(({ name }) => name === permission);
}

/** Whether the server has this beyond the specification. */
export const offers = (user: CurrentUser, feature: Feature): boolean => user.features.includes(feature);

const administrative: Permission[] = ['roles.view', 'users.view', 'settings.view'];

/** Who sees Roles, Users, HR Sync and Settings in the sidebar (specification, point 6). */
export function isAdministrative(user: User): boolean {
  return administrative.some((permission) => can(user, permission));
}
