// What API tokens can and cannot do, and when the form of a new one is valid.

import type { EndpointKey } from './endpoints.ts';
import type { Permission } from './permissions.ts';
import { atMost } from './rules.ts';
import { type Check, isBlank, required } from './validate.ts';

/**
 * A machine neither lets people in nor grants rights. `companies.all` is not chosen: a token for all companies of its
 * owner has it while the owner has it.
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

/** A company that it created would be none of those. */
export const deniedToTokensOfSomeCompanies: readonly Permission[] = ['companies.create'];

/** Of the calls that need no permission. The others are about people themselves: passwords, sessions, views. */
export const openToTokens: readonly EndpointKey[] = [
  'GET /auth/user',
  'GET /users/permissions',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{keyOrId}',
];

export const usualTokenDays = 90;
export const longestTokenDays = 365;

const chosen =
  (complaint: string): Check =>
  (value) =>
    Array.isArray(value) && value.length === 0 ? complaint : undefined;

const withinAYear: Check = (value) => {
  const days = Number(value);
  if (isBlank(value) || (Number.isInteger(days) && days >= 1 && days <= longestTokenDays)) return undefined;
  return `Please enter a number of days from 1 to ${longestTokenDays}`;
};

export const apiTokenRules = {
  name: [required('Name is required'), atMost(100)],
  permissions: [chosen('Please choose at least one permission')],
  companies: [chosen('Please choose at least one company')],
  expires_in_days: [withinAYear],
};
