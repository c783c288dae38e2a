// Single sign-on: a provider (OpenID Connect) says who somebody is. Who may come in that way, with which roles, and
// whether passwords still work beside it.

import { type Decoded, flag, integer, list, maybe, nonEmptyText, object, text } from '../decode.ts';
import { stated } from '../laterDecoders.ts';

/** Why somebody who comes back from the provider is not signed in. The login page has a sentence for each. */
export const singleSignOnFailures = [
  /** The provider did not answer, or not as a provider does. */
  'unreachable',
  /** The provider, or the person there, said no. */
  'refused',
  /** It took too long, was done already, or began in another browser. */
  'expired',
  /** What the provider said does not hold: a signature, a time, an issuer. */
  'untrusted',
  /** The provider does not say that the e-mail is the person's own. */
  'unverified',
  /** Nobody here has that e-mail. */
  'unknown',
  /** The user with that e-mail belongs to somebody else at the provider. */
  'taken',
  /** Nothing that the provider says leads to a role. */
  'no_role',
  /** Too many attempts. */
  'busy',
  /** This server has no provider. */
  'disabled',
  /** Anything else; the log says what. */
  'failed',
] as const;
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number];

/** Whoever has this value in the claim gets the role. */
export const mappedRole = object({ claim_value: text, role_id: integer });
export type MappedRole = Decoded<typeof mappedRole>;

export const singleSignOnSettings = object({
  /** Roles come from a claim, at each sign-in. Otherwise they are those given here. */
  maps_roles: stated(flag),
  roles_claim: text,
  mapping: stated(list(mappedRole)),
  /** Unknown people whom the mapping gives a role become users. */
  creates_users: stated(flag),
  /** Only emergency accounts can sign in by password. */
  closes_passwords: stated(flag),
  /** Administrators, by id. */
  emergency_accounts: stated(list(integer)),
});
export type SingleSignOnSettings = Decoded<typeof singleSignOnSettings>;

export const singleSignOn = object({
  settings: singleSignOnSettings,
  /** Null while the environment of the server names none. */
  provider: maybe(
    object({
      /** As the login page calls it. */
      name: nonEmptyText,
      issuer: nonEmptyText,
      client_id: nonEmptyText,
      /** Where the provider must send people back to. */
      callback_url: nonEmptyText,
    }),
  ),
  /** Those that the mapping may name. */
  roles: list(object({ id: integer, display_name: text })),
  /** Those who can be an emergency account. */
  administrators: list(object({ id: integer, name: text, email: text, has_password: flag })),
  /** How many users have signed in this way. */
  linked_users: integer,
  /** Whether the caller has, which must come before passwords are closed. */
  is_caller_linked: flag,
});
export type SingleSignOn = Decoded<typeof singleSignOn>;

export const providerTest = object({
  is_good: flag,
  /** What was found, or why nothing could be. */
  sentence: text,
  /** What else is worth knowing about the provider. */
  notes: list(nonEmptyText),
});
export type ProviderTest = Decoded<typeof providerTest>;
