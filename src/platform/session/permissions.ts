// Decides what the signed-in user may do. The server enforces; the console only hides or locks.

import { access } from '../../shared/contract/access.ts';
import type { CallKey } from '../../shared/contract/calls.ts';
import type { Feature } from '../../shared/contract/features.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { CurrentUser, User } from '../../shared/contract/session.ts';
import { useUser } from './session.tsx';

export const can = (user: User, permission: Permission): boolean => permissionsOf(user).includes(permission);

/** Whether the server has this beyond the specification. */
export const hasFeature = (user: CurrentUser, feature: Feature): boolean => user.features.includes(feature);

export const useHasFeature = (feature: Feature): boolean => hasFeature(useUser(), feature);

/** Whether the companies that the user may see are in several time zones. */
export const hasSeveralZones = ({ time_zones = [] }: CurrentUser): boolean => time_zones.length > 1;

const administrative: Permission[] = ['roles.view', 'users.view', 'settings.view'];

/** Decides who sees Roles, Users, HR Sync and Settings in the sidebar (specification, point 6). */
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
 * Whether to offer a call: the server has it, and the user may make it. A permission that is missing means no only
 * where the server announces features of ours and names no permission of its own: only then are all names known.
 */
export function canCall(user: CurrentUser, call: CallKey): boolean {
  const { feature } = access[call];
  if (feature && !hasFeature(user, feature)) return false;
  return user.features.length === 0 || !areOurs(permissionsOf(user)) || allows(user, call);
}

export const permissionsOf = (user: User): readonly string[] =>
  user.roles.flatMap((role) => role.permissions.map(({ name }) => name));

/** Whether the contract has all these names of permissions. */
export const areOurs = (names: readonly string[]): boolean => names.every((name) => ours.has(name));

/**
 * Whether a server that names permissions as the contract does lets the user make a call. Who sees every company is a rule
 * of its own, unless it goes beyond the specification.
 */
export function allows(user: CurrentUser, call: CallKey): boolean {
  const { needs, orNeeds, reach } = access[call];
  const reaches = !reach || user.features.length === 0 || can(user, 'companies.all');
  return (!needs || permissionsOf(user).some((held) => held === needs || held === orNeeds)) && reaches;
}

/** Whether to offer a call to the signed-in user. */
export function useCanCall(): (call: CallKey) => boolean {
  const user = useUser();
  return (call) => canCall(user, call);
}
