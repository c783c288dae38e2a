// The second factor: what a server asks for after the password, and how it is answered. The fields of passkeys are those
// of WebAuthn, their bytes in base64url.

import type { Decoded } from '../decode.ts';
import { isObject, list, maybe, nonEmptyText, object, oneOf, text, within, wordOr } from '../decode.ts';
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

export const signedIn = object({ token: nonEmptyText, user: currentUser });
export type SignedIn = Decoded<typeof signedIn>;

/** A server of the specification only ever signs in. */
export const signedInOrDemand = (value: unknown): SignedIn | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor)
    ? { second_factor: within('second_factor', secondFactorDemand, value.second_factor) }
    : signedIn(value);

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
