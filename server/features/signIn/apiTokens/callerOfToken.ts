// The caller behind an API token: its owner, with the rights that both token and owner have at this moment. Tokens are
// read only from the header.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { deniedToTokens, deniedToTokensOfSomeCompanies } from '../../../../src/shared/contract/apiTokens.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { countAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { apiTokenPrefix, hashOfToken } from '../../../platform/crypto/hashes.ts';
import { maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import { ignoreUnwritable } from '../../../platform/db/errors.ts';
import { isRecent } from '../../../platform/db/moments.ts';
import { unauthenticated } from '../../../platform/domainErrors.ts';
import { dateOf, hasPassed, instantOf, timeOf } from '../../../platform/time/clock.ts';
import { permissionsOf, type SignedIn } from '../../people/sessionQueries.ts';
import { clocksColumn } from '../../settings/clocks.ts';
import { namesIn } from './apiTokenQueries.ts';

interface TokenGrant {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly permissions: string;
  readonly has_every_company: boolean;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly owner_name: string;
  readonly owner_email: string;
  /** The clocks of all companies. */
  readonly clocks: string;
}

/** Limits only wrong tokens: right ones from the same network keep working. */
const wrongTokenLimits = (address: string): Limit[] => [
  { key: `api token ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

/** Throws with a clear message if the token does not work. */
export async function callerOfToken(queries: Queries, token: string, address: string, now: Date): Promise<SignedIn> {
  if (!isWhole(token)) {
    await countAttempt(queries, wrongTokenLimits(address), now);
    throw unauthenticated('This API token is incomplete or mistyped');
  }
  const tokenHash = hashOfToken(token);
  const grant = await maybeOne<TokenGrant>(
    queries,
    sql`select api_tokens.id, user_id, api_tokens.name, permissions, has_every_company, expires_at, revoked_at,
        last_used_at, users.name as owner_name, users.email as owner_email, ${clocksColumn} as clocks
      from api_tokens join users on users.id = user_id where token_hash = ${tokenHash}`,
    ['has_every_company'],
  );
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
  return { caller, clocks: grant.clocks };
}

function assertWorking({ name, revoked_at, expires_at }: TokenGrant, now: Date): void {
  if (revoked_at !== null) throw unauthenticated(`The API token "${name}" has been revoked`);
  if (expires_at !== null && dateOf(expires_at) <= now)
    throw unauthenticated(`The API token "${name}" expired on ${expires_at.slice(0, 10)}. Please create a new one`);
}

/** Updates at most once a minute: otherwise every call would write. Of concurrent calls, only one does. */
async function noteUse(queries: Queries, grant: TokenGrant, address: string, now: Date): Promise<void> {
  if (grant.last_used_at !== null && !hasPassed(60_000, timeOf(grant.last_used_at), now)) return;
  await ignoreUnwritable(
    queries.run(
      sql`update api_tokens set last_used_at = ${instantOf(now)}, last_used_from = ${address}
        where id = ${grant.id} and (last_used_at is null or not ${isRecent(sql`last_used_at`, 1, now)})`,
    ),
  );
}

/** Returns what both the token and its owner may do now, without rights that no token may have, whatever is stored. */
function sharedPermissions(grant: TokenGrant, ofOwner: Caller['permissions']): Set<string> {
  const every = grant.has_every_company;
  const withheld = new Set<string>([...deniedToTokens, ...(every ? [] : deniedToTokensOfSomeCompanies)]);
  const shared = namesIn(grant.permissions).filter((name) => ofOwner.has(name) && !withheld.has(name));
  return new Set(every && ofOwner.has('companies.all') ? [...shared, 'companies.all'] : shared);
}

/** The names that other APIs read tokens from. */
const usualNames = new Set(['access_token', 'api_token', 'token', 'auth_token', 'api_key', 'apikey', 'authorization']);

/**
 * Refuses tokens in an address, because addresses end up in logs, histories and other sites' referrers. `token` is the
 * one from the header, if there is one.
 */
export function assertNoTokenInAddress(search: URLSearchParams, token: string | undefined): void {
  for (const [name, value] of search) {
    if (value.includes(apiTokenPrefix) && value.split(/[^0-9A-Za-z_]/).some(isWhole))
      throw unauthenticated(
        'An API token is in the address of this call, where logs keep it. Revoke it, and send a new one in the header Authorization',
      );
    if (token === undefined && usualNames.has(name.toLowerCase()))
      throw unauthenticated(
        `Send the token in the header "Authorization: Bearer …"; ${name} in the address is not read`,
      );
  }
}

// The text of an API token: 'rc_', 36 random letters and digits, and a checksum of six. Secret scanners recognize it,
// and a cut or mistyped one is refused without asking the database. docs/api-tokens.md has the form.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 36;
const checksumLength = 6;
const form = new RegExp(`^${apiTokenPrefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** The part of a token that is shown later, to tell it from others. */
export const startOf = (token: string): string => token.slice(0, apiTokenPrefix.length + 5);

export function createTokenText(): string {
  const random = randomText(randomLength);
  return apiTokenPrefix + random + checksumOf(random);
}

function isWhole(token: string): boolean {
  const [, random, checksum] = form.exec(token) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/** Leaves out bytes beyond a multiple of the alphabet's length, so that each character is equally likely. */
function randomText(length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
