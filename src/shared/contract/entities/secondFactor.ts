// The second factor: what a server asks for after the password, and how it is answered. The fields of passkeys are those
// of WebAuthn, their bytes in base64url.

import {
  type Decoded,
  flag,
  integer,
  isObject,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  text,
  within,
  wordOr,
} from '../decode.ts';
import { currentUser } from './people.ts';

export const secondFactorMethods = ['passkey', 'authenticator_app', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What the browser asks a passkey to sign. */
export const passkeyRequest = object({
  challenge: nonEmptyText,
  rp_id: nonEmptyText,
  /** Those of the user; empty where the passkey is to tell who it is. */
  credentials: list(nonEmptyText),
});
export type PasskeyRequest = Decoded<typeof passkeyRequest>;

const secondFactorDemand = object({
  ticket: nonEmptyText,
  /** The console leaves out those that it does not know. */
  methods: list(wordOr(oneOf(...secondFactorMethods))),
  passkey: maybe(passkeyRequest),
});
export type SecondFactorDemand = Decoded<typeof secondFactorDemand>;

const demanded = (demand: unknown) => ({ second_factor: within('second_factor', secondFactorDemand, demand) });

export const signedIn = object({ token: nonEmptyText, user: currentUser });
export type SignedIn = Decoded<typeof signedIn>;

/** A server of the specification only ever signs in. */
export const signedInOrDemand = (value: unknown): SignedIn | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor) ? demanded(value.second_factor) : signedIn(value);

/** What a passkey answered. */
export const passkeyAnswer = object({
  id: nonEmptyText,
  client_data: nonEmptyText,
  authenticator_data: nonEmptyText,
  signature: nonEmptyText,
});
export type PasskeyAnswer = Decoded<typeof passkeyAnswer>;

/** The second factor: a code, or what a passkey answered. */
export const secondFactorProof = object({
  method: oneOf(...secondFactorMethods),
  code: text,
  passkey: maybe(passkeyAnswer),
});
export type SecondFactorProof = Decoded<typeof secondFactorProof>;

/** What a user has. */
export const secondFactors = object({
  /** A role of the user asks for one. */
  is_required: flag,
  /** A change needs the confirmation of POST /auth/confirm. */
  confirm_first: flag,
  /** Without one, as after single sign-on, the second factor alone confirms. */
  has_password: flag,
  /** The server has an address at which passkeys work. */
  offers_passkeys: flag,
  authenticator_app: maybe(object({ created_at: text, last_used_at: text })),
  passkeys: list(object({ id: integer, name: text, created_at: text, last_used_at: text })),
  /** How many are left. */
  recovery_codes: integer,
});
export type SecondFactors = Decoded<typeof secondFactors>;

export const confirmed = object({ confirmation: nonEmptyText });
export type Confirmed = Decoded<typeof confirmed>;

export const confirmedOrDemand = (value: unknown): Confirmed | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor) ? demanded(value.second_factor) : confirmed(value);

export const newAuthenticator = object({
  ticket: nonEmptyText,
  /** In base32, to be typed. */
  key: nonEmptyText,
  /** 'otpauth://…' */
  link: nonEmptyText,
});
export type NewAuthenticator = Decoded<typeof newAuthenticator>;

/** Shown once. None if the user has some already. */
export const recoveryCodes = object({ recovery_codes: list(nonEmptyText) });

/** To sign in by passkey alone. */
export const passkeyBeginning = object({ ticket: nonEmptyText, passkey: passkeyRequest });

/** What the browser needs to create a passkey. */
export const newPasskeyRequest = object({
  ticket: nonEmptyText,
  challenge: nonEmptyText,
  rp_id: nonEmptyText,
  rp_name: nonEmptyText,
  user_id: nonEmptyText,
  user_name: nonEmptyText,
  user_display_name: text,
  /** The numbers of COSE. */
  algorithms: list(integer),
  /** Passkeys that the user has: none of these devices needs another one. */
  known: list(nonEmptyText),
});
export type NewPasskeyRequest = Decoded<typeof newPasskeyRequest>;

/** What the browser created. The public key is in the form SPKI. */
export const newPasskey = object({
  id: nonEmptyText,
  client_data: nonEmptyText,
  authenticator_data: nonEmptyText,
  public_key: nonEmptyText,
  algorithm: integer,
});
export type NewPasskey = Decoded<typeof newPasskey>;
