// Signing in by password, and the second factor that a server may ask for afterwards.

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
  /** Passkeys of the user; empty if the passkey identifies the user. */
  credentials: list(nonEmptyText),
});
export type PasskeyRequest = Decoded<typeof passkeyRequest>;

const secondFactorDemand = object({
  ticket: nonEmptyText,
  /** The console ignores methods that it does not know. */
  methods: list(wordOr(oneOf(...secondFactorMethods))),
  passkey: maybe(passkeyRequest),
});
export type SecondFactorDemand = Decoded<typeof secondFactorDemand>;

export const demanded = (demand: unknown) => ({ second_factor: within('second_factor', secondFactorDemand, demand) });
setSchema(demanded, (of) => of(object({ second_factor: secondFactorDemand })));

export const signedIn = object({ token: nonEmptyText, user: currentUser });
export type SignedIn = Decoded<typeof signedIn>;

/** Accepts either answer. A server of the specification always signs in. */
export const signedInOrDemand = (value: unknown): SignedIn | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor) ? demanded(value.second_factor) : signedIn(value);
setSchema(signedInOrDemand, (of) => ({ anyOf: [of(signedIn), { ...of(demanded), ...announcedAs('second_factor') }] }));

/** Shared by all ways to sign in. */
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
