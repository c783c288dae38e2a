// Determines what the signed-in user may do. The server enforces it; the console only hides or locks.

import { access } from '../../shared/contract/access.ts';
import type { CallKey } from '../../shared/contract/calls.ts';
import type { Feature } from '../../shared/contract/features.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { CurrentUser, User } from '../../shared/contract/session.ts';
import { useUser } from './session.tsx';

export const can = (user: User, permission: Permission): boolean => permissionsOf(user).includes(permission);

/** Whether the server has this feature beyond the specification. */
export const hasFeature = (user: CurrentUser, feature: Feature): boolean => user.features.includes(feature);

/** Whether the server has nothing beyond the specification. */
const isPlainServer = ({ features }: CurrentUser): boolean => features.length === 0;

export const useIsPlainServer = (): boolean => isPlainServer(useUser());

export const useHasFeature = (feature: Feature): boolean => hasFeature(useUser(), feature);

/** Whether the user's companies are in several time zones. */
export const hasSeveralZones = ({ time_zones = [] }: CurrentUser): boolean => time_zones.length > 1;

const administrative: Permission[] = ['roles.view', 'users.view', 'settings.view'];

/** Whether the user sees Roles, Users, HR Sync and Settings in the sidebar (specification, point 6). */
export function isAdministrative(user: User): boolean {
  return administrative.some((permission) => can(user, permission));
}

const ours = new Set<string | undefined>([
  ...administrative,
  'employees.edit_id',
  'companies.all',
  ...Object.values(access).map(({ needs }) => needs),
]);

/**
 * Whether to offer a call, which the server must have and the user be allowed to make. A missing permission only counts
 * if the server announces features and sends no permissions of its own, as only then are all names known.
 */
export function canCall(user: CurrentUser, call: CallKey): boolean {
  const { feature } = access[call];
  if (feature && !hasFeature(user, feature)) return false;
  return isPlainServer(user) || !areOurs(permissionsOf(user)) || allows(user, call);
}

export const permissionsOf = (user: User): readonly string[] =>
  user.roles.flatMap((role) => role.permissions.map(({ name }) => name));

/** Whether all these permissions are in the contract. */
export const areOurs = (names: readonly string[]): boolean => names.every((name) => ours.has(name));

/**
 * Whether a server with the contract's permissions lets the user make a call. Which users see every company is up to
 * the server, unless it goes beyond the specification.
 */
export function allows(user: CurrentUser, call: CallKey): boolean {
  const { needs, orNeeds, reach } = access[call];
  const reaches = !reach || isPlainServer(user) || can(user, 'companies.all');
  return (!needs || permissionsOf(user).some((held) => held === needs || held === orNeeds)) && reaches;
}

/** Whether to offer a call to the signed-in user. */
export function useCanCall(): (call: CallKey) => boolean {
  const user = useUser();
  return (call) => canCall(user, call);
}
