// API tokens: what machines can and cannot do, and for how long.

import type { Calls } from './call.ts';
import { atMost } from './checks.ts';
import { type Decoded, flag, integer, list, maybe, nonEmptyText, nothing, object, optional, text } from './decode.ts';
import { ids, page, statedOrNull } from './decodeRecords.ts';
import { permission } from './people.ts';
import type { Permission } from './permissions.ts';
import { paging } from './queries.ts';
import { setSchema } from './schema.ts';
import { type Check, isBlank, required } from './validate.ts';

const namedRecord = object({ id: integer, name: text });

/** A key for a machine. The token itself is only in the answer that creates it. */
export const apiToken = object({
  id: integer,
  name: nonEmptyText,
  /** First characters of the token, by which its owner recognizes it. */
  start: text,
  owner: object({ id: integer, name: text, email: text }),
  /** Names of permissions. The token has only the ones that its owner has too. */
  permissions: list(text),
  /** Null means all companies of its owner. */
  companies: maybe(list(namedRecord)),
  /** All times are in UTC; empty for never. */
  created_at: text,
  expires_at: text,
  last_used_at: text,
  last_used_from: text,
});
export type ApiToken = Decoded<typeof apiToken>;

const createdApiToken = object({ token: nonEmptyText, api_token: apiToken });

const apiTokenChoices = object({
  permissions: list(permission),
  companies: list(namedRecord),
  /** Whether a token may be created without an expiry date. */
  may_last: flag,
});
export type ApiTokenChoices = Decoded<typeof apiTokenChoices>;

/**
 * Machines must not let people in or grant rights. `companies.all` cannot be chosen: a token for all of its owner's
 * companies has it as long as the owner does.
 */
export const deniedToTokens: readonly Permission[] = [
  'companies.all',
  'roles.create',
  'roles.edit',
  'roles.delete',
  'users.create',
  'users.edit',
  'users.delete',
  'sign_in.manage',
  'api_tokens.create',
  'api_tokens.manage',
];

/** Denied because a token could not access the company it created. */
export const deniedToTokensOfSomeCompanies: readonly Permission[] = ['companies.create'];

/**
 * Calls without a permission that a token may make. The others are about people themselves: passwords, sessions, views.
 */
export const openToTokens = [
  'GET /auth/user',
  'GET /users/permissions',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{keyOrId}',
] as const;

export const usualTokenDays = 90;
export const longestTokenDays = 365;

function chosen(complaint: string): Check {
  const check: Check = (value) => (Array.isArray(value) && value.length === 0 ? complaint : undefined);
  setSchema(check, () => ({ minItems: 1 }));
  return check;
}

const withinAYear: Check = (value) => {
  const days = Number(value);
  if (isBlank(value) || (Number.isInteger(days) && days >= 1 && days <= longestTokenDays)) return undefined;
  return `Please enter a number of days from 1 to ${longestTokenDays}`;
};
setSchema(withinAYear, () => ({ minimum: 1, maximum: longestTokenDays }));

export const apiTokenRules = {
  name: [required('Name is required'), atMost(100)],
  permissions: [chosen('Please choose at least one permission')],
  companies: [chosen('Please choose at least one company')],
  expires_in_days: [withinAYear],
};

const apiTokens = ['GET /api-tokens', 'GET /user-api-tokens'] as const;

const revocation = {
  feature: 'api_tokens',
  answer: nothing,
  done: 'API token revoked',
  failed: 'Failed to revoke the API token',
  touches: apiTokens,
} as const;

export const calls = {
  'GET /api-tokens': {
    feature: 'api_tokens',
    answer: list(apiToken),
    failed: 'Failed to fetch API tokens',
  },
  'GET /api-tokens/choices': {
    needs: 'api_tokens.create',
    feature: 'api_tokens',
    answer: apiTokenChoices,
  },
  'POST /api-tokens': {
    needs: 'api_tokens.create',
    feature: 'api_tokens',
    body: object({
      name: text,
      permissions: ids,
      /** Null means all companies of the caller. */
      companies: statedOrNull(list(integer)),
      /** Null means that it does not expire. */
      expires_in_days: statedOrNull(integer),
      /** Proof from the answer of POST /auth/confirm. */
      confirmation: optional(text),
    }),
    rules: apiTokenRules,
    answer: createdApiToken,
    done: 'API token created',
    failed: 'Failed to create the API token',
    touches: apiTokens,
  },
  'DELETE /api-tokens/{id}': revocation,
  'GET /user-api-tokens': {
    needs: 'api_tokens.manage',
    feature: 'api_tokens',
    query: object({ user_id: optional(integer), ...paging }),
    answer: page(apiToken),
    failed: 'Failed to fetch API tokens',
  },
  'DELETE /user-api-tokens/{id}': { ...revocation, needs: 'api_tokens.manage' },
} satisfies Calls;
