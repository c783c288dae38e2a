// Changes the settings of single sign-on, so that nobody gives rights that they lack and the way in never closes for all.

import type { MappedRole, SingleSignOnSettings } from '../../../../src/shared/contract/singleSignOn.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { assertMayAssignRoles } from '../../people/grantRules.ts';
import { findAdministrators } from '../../people/passwordAccess.ts';
import type { IdentityProvider } from '../../../platform/access/identityProvider.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { isLinked } from './linkQueries.ts';
import { findSettings, storeSettings } from './settingsQueries.ts';

interface Change {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  readonly identityProvider?: IdentityProvider | undefined;
}

/** Call it under the lock on rights. */
export async function changeSettings(
  queries: Queries,
  { caller, now, requestId, identityProvider }: Change,
  wanted: SingleSignOnSettings,
): Promise<void> {
  const before = await findSettings(queries);
  const after = tidy(wanted);
  await assertMayAssignRoles(queries, caller, rolesThatOthersGet(before, after));
  await assertEmergencyAccounts(queries, after);
  if (after.closes_passwords && !before.closes_passwords) await assertOtherWayWorks(queries, caller, identityProvider);
  await storeSettings(queries, after);
  const act = { action: 'single_sign_on.update', subject: 'single_sign_on' } as const;
  await audit(queries, { caller, now, requestId, ...act, before, after });
}

/** Another claim gives every mapped role to other people: to whoever can write that claim. */
function rolesThatOthersGet(before: SingleSignOnSettings, after: SingleSignOnSettings): readonly number[] {
  const isAnotherClaim = after.roles_claim !== before.roles_claim || (after.maps_roles && !before.maps_roles);
  const changed = [...without(after.mapping, before.mapping), ...without(before.mapping, after.mapping)];
  return (isAnotherClaim ? [...before.mapping, ...after.mapping] : changed).map((row) => row.role_id);
}

function tidy({ mapping, ...settings }: SingleSignOnSettings): SingleSignOnSettings {
  const rows = mapping.map(({ claim_value, role_id }) => ({ claim_value: claim_value.trim(), role_id }));
  return {
    ...settings,
    roles_claim: settings.roles_claim.trim(),
    // Without a role from the claim, nobody could do anything.
    creates_users: settings.maps_roles && settings.creates_users,
    mapping: rows
      .filter(({ claim_value, role_id }) => claim_value && role_id)
      .filter((row, index, all) => all.findIndex((other) => isSame(row, other)) === index),
    emergency_accounts: [...new Set(settings.emergency_accounts)],
  };
}

const isSame = (one: MappedRole, other: MappedRole) =>
  one.claim_value === other.claim_value && one.role_id === other.role_id;

const without = (rows: readonly MappedRole[], others: readonly MappedRole[]) =>
  rows.filter((row) => !others.some((other) => isSame(row, other)));

async function assertEmergencyAccounts(
  queries: Queries,
  { emergency_accounts: ids }: SingleSignOnSettings,
): Promise<void> {
  const able = (await findAdministrators(queries)).filter(({ has_password }) => has_password);
  if (!ids.every((id) => able.some((administrator) => administrator.id === id)))
    throw invalid({ emergency_accounts: 'Choose administrators who have a password' });
}

/** Before passwords are closed, the caller has come in the other way at least once. */
async function assertOtherWayWorks(
  queries: Queries,
  caller: Caller,
  provider: IdentityProvider | undefined,
): Promise<void> {
  if (!provider) throw invalid({ closes_passwords: 'This server has no single sign-on yet' });
  if (!(await isLinked(queries, provider.issuer, caller.id)))
    throw invalid({ closes_passwords: `Sign in with ${provider.name} once yourself first, to see that it works` });
}
