// The signed-in user. Every page loads this domain.

import type { Calls } from './call.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  flagOr,
  integer,
  list,
  nonEmptyText,
  nothing,
  object,
  optional,
  text,
} from './decode.ts';
import { setSchema } from './schema.ts';

/** Permission of a user: just a name, sent bare or as { name }. */
const namedPermission = object({ name: nonEmptyText });
const heldPermission = (value: unknown) => (typeof value === 'string' ? { name: value } : namedPermission(value));
setSchema(heldPermission, (of) => of(namedPermission));

const heldRole = object({
  id: integer,
  name: text,
  display_name: text,
  is_system: flag,
  permissions: list(heldPermission),
});

const assignedCompany = object({
  id: integer,
  name: text,
  unique_identifier: text,
  contact_email: text,
  is_active: flagOr(true),
});
export type AssignedCompany = Decoded<typeof assignedCompany>;
export const assignedCompanies = list(assignedCompany);

export const userFields = {
  id: integer,
  name: text,
  email: text,
  role: text,
  roles: list(heldRole),
  companies: assignedCompanies,
  created_at: text,
};
export const user = object(userFields);
export type User = Decoded<typeof user>;

/** Treats anything but a list of names as announcing nothing. */
const announced = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
setSchema(announced, (of) => of(list(text)));

/** Signed-in user, with what the server offers beyond the specification; see features.ts. */
export const currentUser = object({
  ...userFields,
  features: announced,
  /**
   * Time zone that the console uses, where the server announces 'business_timezone': that of the user's companies, or
   * the installation's if these have several.
   */
  business_timezone: text,
  /** Time zones of the user's companies, where the server announces 'company_timezones'. */
  time_zones: optional(list(text)),
  /** Whether the server refuses everything until the user has set up a second factor. */
  second_factor_due: flag,
});
export type CurrentUser = Decoded<typeof currentUser>;

export const calls = {
  'POST /auth/logout': {
    answer: nothing,
    done: 'Signed out',
    failed: 'Failed to sign out',
    touches: [],
  },
  'GET /auth/user': {
    answer: bareOrUnder('user', currentUser),
    failed: 'Failed to refresh session',
  },
} satisfies Calls;
