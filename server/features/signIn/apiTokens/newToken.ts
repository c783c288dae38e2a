// What a new API token may be: nobody gives a token more than they have.

import {
  apiTokenRules,
  keptFromTokens,
  keptFromTokensOfSomeCompanies,
  longestTokenDays,
} from '../../../../src/shared/contract/apiTokens.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { PermissionEntry } from '../../../../src/shared/contract/people.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { assertMayAssignCompanies, assertMayGrant } from '../../people/grantRules.ts';
import { findPermissions, listPermissions } from '../../people/permissionQueries.ts';
import { conflict, invalid } from '../../../platform/records/domainErrors.ts';
import { assertValid } from '../../../platform/records/endpoint.ts';
import { settingValue } from '../../settings/settingQueries.ts';
import { plusMinutes } from '../../../platform/time/instants.ts';
import { ownTokens } from './apiTokenQueries.ts';

type NewToken = Body<'POST /api-tokens'>;

const mostTokens = 50;

/** Returns the names of its permissions. Call it under the lock on the caller's tokens. */
export async function assertMayCreate(queries: Queries, caller: Caller, body: NewToken): Promise<string[]> {
  assertValid(validate(apiTokenRules, { ...body, name: body.name.trim() }));
  await assertMayGrant(queries, caller, body.permissions);
  const permissions = await findPermissions(queries, body.permissions);
  assertNoneKept(permissions, body.companies === null);
  if (body.companies) await assertMayAssignCompanies(queries, caller, body.companies);
  if (body.expires_in_days === null && !(await mayLast(queries)))
    throw invalid({ expires_in_days: `Please choose when it expires, at most ${longestTokenDays} days from now` });

  const own = await ownTokens(queries, caller);
  if (own.length >= mostTokens) throw conflict(`You can have up to ${mostTokens} API tokens. Please revoke one first`);
  if (own.some(({ name }) => name === body.name.trim()))
    throw invalid({ name: 'You have an API token with this name already' });
  return permissions.map(({ name }) => name);
}

function assertNoneKept(permissions: readonly PermissionEntry[], isForAll: boolean): void {
  const kept = permissions.find(({ name }) => keptFromTokens.some((each) => each === name));
  if (kept) throw invalid({ permissions: `No API token can have this permission: ${kept.display_name}` });
  const misplaced = permissions.find(({ name }) => keptFromTokensOfSomeCompanies.some((each) => each === name));
  if (misplaced && !isForAll)
    throw invalid({ permissions: `This needs a token for all of your companies: ${misplaced.display_name}` });
}

export async function grantablePermissions(queries: Queries, caller: Caller): Promise<PermissionEntry[]> {
  const kept = new Set<string>(keptFromTokens);
  return (await listPermissions(queries)).filter(({ name }) => caller.permissions.has(name) && !kept.has(name));
}

/** Whether an administrator allows tokens that never expire. */
export const mayLast = async (queries: Queries): Promise<boolean> =>
  (await settingValue(queries, 'api_tokens_without_expiry')) === 'true';

export const expiryOf = ({ expires_in_days }: NewToken, now: Date): Date | null =>
  expires_in_days === null ? null : plusMinutes(now, expires_in_days * 24 * 60);
