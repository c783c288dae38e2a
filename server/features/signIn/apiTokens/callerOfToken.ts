// The caller behind an API token: its owner, with the rights that token and owner both have at this moment.

import { keptFromTokens, keptFromTokensOfSomeCompanies } from '../../../../src/shared/contract/apiTokens.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { networkOf } from '../../../platform/access/clientNetwork.ts';
import { countAttempt, type Limit } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/access/tokens.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { permissionsOf, type SignedIn } from '../../people/sessionQueries.ts';
import { unauthenticated } from '../../../platform/records/domainErrors.ts';
import { dateOf } from '../../../platform/time/instants.ts';
import { findGrant, namesIn, noteUse, type TokenGrant } from './apiTokenQueries.ts';
import { isWhole } from './tokenText.ts';

/** Only wrong tokens count: right ones from the same network keep working. */
const wrongTokenLimits = (address: string): Limit[] => [
  { key: `api token ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

/** Throws with clear words if the token does not work. */
export async function callerOfToken(queries: Queries, token: string, address: string, now: Date): Promise<SignedIn> {
  if (!isWhole(token)) {
    await countAttempt(queries, wrongTokenLimits(address), now);
    throw unauthenticated('This API token is incomplete or mistyped');
  }
  const tokenHash = hashOfToken(token);
  const grant = await findGrant(queries, tokenHash);
  if (!grant) {
    await countAttempt(queries, wrongTokenLimits(address), now);
    throw unauthenticated('This API token does not exist. It may have been deleted with its owner');
  }
  assertWorking(grant, now);
  await noteUse(queries, grant, address, now);
  const ofOwner = await permissionsOf(queries, grant.user_id);
  const caller = {
    id: grant.user_id,
    name: grant.owner_name,
    email: grant.owner_email,
    permissions: sharedPermissions(grant, ofOwner),
    session: tokenHash,
    address,
    apiToken: {
      id: grant.id,
      name: grant.name,
      hasEveryCompany: grant.has_every_company,
      ownerSeesAll: ofOwner.has('companies.all'),
    },
  };
  return { caller, zone: grant.zone, state: grant.state };
}

function assertWorking({ name, revoked_at, expires_at }: TokenGrant, now: Date): void {
  if (revoked_at !== null) throw unauthenticated(`The API token "${name}" has been revoked`);
  if (expires_at !== null && dateOf(expires_at) <= now)
    throw unauthenticated(`The API token "${name}" expired on ${expires_at.slice(0, 10)}. Please create a new one`);
}

/** Never more than the owner has now. Rights that no token may have are left out, whatever is stored. */
function sharedPermissions(grant: TokenGrant, ofOwner: Caller['permissions']): Set<string> {
  const every = grant.has_every_company;
  const withheld = new Set<string>([...keptFromTokens, ...(every ? [] : keptFromTokensOfSomeCompanies)]);
  const shared = namesIn(grant.permissions).filter((name) => ofOwner.has(name) && !withheld.has(name));
  return new Set(every && ofOwner.has('companies.all') ? [...shared, 'companies.all'] : shared);
}
