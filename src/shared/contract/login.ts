// Signing in by password, and what a server asks for after it.

import type { Calls } from './call.ts';
import { type Decoded, isObject, list, maybe, nonEmptyText, object, oneOf, text, within, wordOr } from './decode.ts';
import { loginRules } from './loginRules.ts';
import { announcedAs, setSchema } from './schema.ts';
import { currentUser } from './session.ts';

export const secondFactorMethods = ['passkey', 'authenticator_app', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** Data that a browser asks a passkey to sign. */
export const passkeyRequest = object({
  challenge: nonEmptyText,
  rp_id: nonEmptyText,
  /** The user's passkeys; empty if the passkey is to tell who the user is. */
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

export const demanded = (demand: unknown) => ({ second_factor: within('second_factor', secondFactorDemand, demand) });
setSchema(demanded, (of) => of(object({ second_factor: secondFactorDemand })));

export const signedIn = object({ token: nonEmptyText, user: currentUser });
export type SignedIn = Decoded<typeof signedIn>;

/** A server of the specification only ever signs in. */
export const signedInOrDemand = (value: unknown): SignedIn | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor) ? demanded(value.second_factor) : signedIn(value);
setSchema(signedInOrDemand, (of) => ({ anyOf: [of(signedIn), { ...of(demanded), ...announcedAs('second_factor') }] }));

/** Of each way to sign in. */
export const signingIn = {
  isOpen: true,
  done: 'Signed in',
  failed: 'An error occurred during login',
  touches: [],
} as const;

export const calls = {
  'POST /auth/login': {
    ...signingIn,
    body: object({ email: text, password: text }),
    rules: loginRules,
    answer: signedInOrDemand,
  },
} satisfies Calls;
