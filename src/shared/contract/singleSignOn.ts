// Single sign-on, where an OpenID Connect provider says who somebody is: who may sign in that way, with which roles,
// and whether passwords still work.

import type { Calls } from './call.ts';
import { atMost } from './checks.ts';
import { type Decoded, flag, integer, list, maybe, nonEmptyText, object, text } from './decode.ts';
import { ifUnderstood, stated, version } from './decodeRecords.ts';
import { type Check, isBlank, textOf } from './validate.ts';

/** Reasons not to sign in somebody who returns from the provider. The login page has a sentence for each. */
export const singleSignOnFailures = [
  /** The provider did not answer, or not as a provider should. */
  'unreachable',
  /** The provider refused, or the person there did. */
  'refused',
  /** Sign-in took too long, was already completed, or began in another browser. */
  'expired',
  /** A signature, time, issuer or other claim of the provider is wrong. */
  'untrusted',
  /** The provider does not say that the e-mail is the person's own. */
  'unverified',
  /** Nobody here has that e-mail. */
  'unknown',
  /** The user with that e-mail belongs to somebody else at the provider, or may have been prepared by somebody else. */
  'taken',
  /** No role follows from what the provider says. */
  'no_role',
  /** Too many attempts. */
  'busy',
  /** The server has no provider. */
  'disabled',
  /** Anything else; the log has details. */
  'failed',
] as const;
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number];

/** Role for people with this value in the claim. */
const mappedRole = object({ claim_value: text, role_id: integer });
export type MappedRole = Decoded<typeof mappedRole>;

const settingsFields = {
  /** Whether each sign-in takes the roles from a claim. Otherwise roles are assigned here. */
  maps_roles: stated(flag),
  roles_claim: text,
  mapping: stated(list(mappedRole)),
  /** Whether unknown people become users if the mapping gives them a role. */
  creates_users: stated(flag),
  /** Whether only emergency accounts may sign in by password. */
  closes_passwords: stated(flag),
  /** Administrators, by id. */
  emergency_accounts: stated(list(integer)),
};
const singleSignOnSettings = object(settingsFields);
export type SingleSignOnSettings = Decoded<typeof singleSignOnSettings>;
const readSettings = object({ ...settingsFields, version });

export const singleSignOn = object({
  settings: readSettings,
  /** Null if the server's environment names none. */
  provider: maybe(
    object({
      /** Name on the login page's button. */
      name: nonEmptyText,
      issuer: nonEmptyText,
      client_id: nonEmptyText,
      /** Address that the provider must redirect to. */
      callback_url: nonEmptyText,
    }),
  ),
  roles: list(object({ id: integer, display_name: text })),
  /** Candidates for emergency accounts. */
  administrators: list(object({ id: integer, name: text, email: text, has_password: flag })),
  /** Number of users who have signed in this way. */
  linked_users: integer,
  /** Whether the caller has signed in this way, as they must before passwords can be closed. */
  is_caller_linked: flag,
});
export type SingleSignOn = Decoded<typeof singleSignOn>;

const providerTest = object({
  is_good: flag,
  /** Sentence about the result, or why there is none. */
  sentence: text,
  /** Further remarks about the provider. */
  notes: list(nonEmptyText),
});
export type ProviderTest = Decoded<typeof providerTest>;

const ifMapped =
  (complaint: string): Check =>
  (value, { maps_roles }) =>
    maps_roles && isBlank(value) ? complaint : undefined;

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const claimValueOf = (row: unknown) => textOf(Object(row).claim_value).trim();

const everyRowHasBoth: Check = (rows, { maps_roles }) =>
  maps_roles && rowsOf(rows).some((row) => claimValueOf(row) === '' || !Object(row).role_id)
    ? 'Please enter a value and choose a role in every row'
    : undefined;

const noValueTooLong: Check = (rows) =>
  rowsOf(rows).some((row) => claimValueOf(row).length > 255) ? 'Please use at most 255 characters' : undefined;

const someRow: Check = (rows, { maps_roles }) =>
  maps_roles && rowsOf(rows).length === 0 ? 'Please add a row: without one, no one can sign in' : undefined;

const notTooMany: Check = (rows) => (rowsOf(rows).length > 500 ? 'Please use at most 500 rows' : undefined);

const someoneKeepsPassword: Check = (ids, { closes_passwords }) =>
  closes_passwords && rowsOf(ids).length === 0
    ? 'Choose at least one administrator who can still sign in by password'
    : undefined;

export const singleSignOnRules = {
  roles_claim: [ifMapped('Please enter the name of the claim'), atMost(255)],
  mapping: [someRow, everyRowHasBoth, noValueTooLong, notTooMany],
  emergency_accounts: [someoneKeepsPassword],
};

const may = { needs: 'sign_in.manage', feature: 'single_sign_on', reach: 'everyCompany' } as const;

export const calls = {
  'GET /single-sign-on': { ...may, answer: singleSignOn },
  'PUT /single-sign-on': {
    ...may,
    body: singleSignOnSettings,
    rules: singleSignOnRules,
    editedRecord: readSettings,
    answer: ifUnderstood(singleSignOn),
    done: 'Single sign-on saved successfully',
    failed: 'Failed to save single sign-on',
    touches: ['GET /single-sign-on'],
  },
  'POST /single-sign-on/test': {
    ...may,
    answer: providerTest,
    done: 'Provider tested',
    failed: 'Failed to test the provider',
    touches: [],
  },
} satisfies Calls;
