// Everything else about signing in: passwords, second factors, and invitations and single sign-on from the person's
// point of view. Passkeys have the fields of WebAuthn, with bytes in base64url.

import type { Calls } from './call.ts';
import { atMost, newPassword } from './checks.ts';
import {
  type Decoded,
  flag,
  integer,
  isObject,
  list,
  maybe,
  nonEmptyText,
  nothing,
  object,
  oneOf,
  text,
} from './decode.ts';
import {
  demanded,
  passkeyRequest,
  type SecondFactorDemand,
  secondFactorMethods,
  signedIn,
  signedInOrDemand,
  signingIn,
} from './login.ts';
import { setSchema } from './schema.ts';
import { type Check, required } from './validate.ts';

const passkeyAnswer = object({
  id: nonEmptyText,
  client_data: nonEmptyText,
  authenticator_data: nonEmptyText,
  signature: nonEmptyText,
});
export type PasskeyAnswer = Decoded<typeof passkeyAnswer>;

/** Proof of the second factor: a code, or a passkey's answer. */
const secondFactorProof = object({
  method: oneOf(...secondFactorMethods),
  code: text,
  passkey: maybe(passkeyAnswer),
});
export type SecondFactorProof = Decoded<typeof secondFactorProof>;

export const secondFactors = object({
  /** Whether a role of the user requires one. */
  is_required: flag,
  /** Whether a change needs the confirmation of POST /auth/confirm. */
  confirm_first: flag,
  /** False for users of single sign-on, where the second factor alone confirms. */
  has_password: flag,
  /** Whether the server has an address at which passkeys work. */
  offers_passkeys: flag,
  authenticator_app: maybe(object({ created_at: text, last_used_at: text })),
  passkeys: list(object({ id: integer, name: text, created_at: text, last_used_at: text })),
  /** Number of codes left. */
  recovery_codes: integer,
});
export type SecondFactors = Decoded<typeof secondFactors>;

export const confirmed = object({ confirmation: nonEmptyText });
export type Confirmed = Decoded<typeof confirmed>;

const confirmedOrDemand = (value: unknown): Confirmed | { second_factor: SecondFactorDemand } =>
  isObject(value) && isObject(value.second_factor) ? demanded(value.second_factor) : confirmed(value);
setSchema(confirmedOrDemand, (of) => ({ anyOf: [of(confirmed), of(demanded)] }));

const newAuthenticator = object({
  ticket: nonEmptyText,
  /** Base32, for typing. */
  key: nonEmptyText,
  /** 'otpauth://…' */
  link: nonEmptyText,
});
export type NewAuthenticator = Decoded<typeof newAuthenticator>;

/** Codes that are shown only once; none if the user already has some. */
export const recoveryCodes = object({ recovery_codes: list(nonEmptyText) });

/** Challenge to sign in by passkey alone. */
const passkeyBeginning = object({ ticket: nonEmptyText, passkey: passkeyRequest });

/** Data that the browser needs to create a passkey. */
const newPasskeyRequest = object({
  ticket: nonEmptyText,
  challenge: nonEmptyText,
  rp_id: nonEmptyText,
  rp_name: nonEmptyText,
  user_id: nonEmptyText,
  user_name: nonEmptyText,
  user_display_name: text,
  /** COSE algorithm identifiers. */
  algorithms: list(integer),
  /** Passkeys of the user. A device that has one needs no other. */
  known: list(nonEmptyText),
});
export type NewPasskeyRequest = Decoded<typeof newPasskeyRequest>;

/** New passkey from the browser. The public key is in SPKI format. */
const newPasskey = object({
  id: nonEmptyText,
  client_data: nonEmptyText,
  authenticator_data: nonEmptyText,
  public_key: nonEmptyText,
  algorithm: integer,
});
export type NewPasskey = Decoded<typeof newPasskey>;

/** Data for the page of an opened invitation link. */
const openedInvitation = object({ name: text, email: text, invited_by: text, expires_at: text });

function sameAs(field: string, complaint: string): Check {
  const check: Check = (value, all) => (value === all[field] ? undefined : complaint);
  setSchema(check, () => ({ description: `The same as ${field}` }));
  return check;
}
const passwordTwice = [sameAs('password', 'Passwords do not match')];

export const resetPasswordRules = { password: newPassword, password_confirmation: passwordTwice };
export const changePasswordRules = {
  current_password: [required('Current password is required')],
  ...resetPasswordRules,
};

/** Message that also covers a link that was used, or is no link at all. */
export const staleLink = 'This reset link is invalid or has expired';

export const forgotPasswordRules = { email: [required('Email is required')] };

export const codeRules = { code: [required('Code is required')] };
export const confirmRules = { password: [required('Password is required')] };
export const passkeyNameRules = { name: [required('Name is required'), atMost(80)] };

const proofBody = object({ ticket: text, proof: secondFactorProof });
/** `confirmation` comes from POST /auth/confirm; empty if GET /auth/second-factors asks for none. */
const confirmedBody = object({ confirmation: text });

const confirmation = {
  feature: 'second_factor',
  done: 'Confirmed',
  failed: 'Failed to confirm that it is you',
  touches: [],
} as const;

/** Changes to the caller's own second factors. */
const factorEdit = { feature: 'second_factor', touches: ['GET /auth/second-factors'] } as const;

export const calls = {
  'POST /auth/change-password': {
    body: object({ current_password: text, password: text, password_confirmation: text }),
    rules: changePasswordRules,
    answer: nothing,
    done: 'Password changed successfully',
    failed: 'Failed to change password',
    touches: [],
  },
  'POST /auth/forgot-password': {
    isOpen: true,
    body: object({ email: text }),
    rules: forgotPasswordRules,
    answer: nothing,
    done: 'Password reset link sent to your email',
    failed: 'An error occurred',
    touches: [],
  },
  'POST /auth/reset-password': {
    isOpen: true,
    body: object({ token: text, email: text, password: text, password_confirmation: text }),
    rules: { token: [required(staleLink)], email: [required(staleLink)], ...resetPasswordRules },
    answer: nothing,
    done: 'Your password has been changed. You can sign in with it now.',
    failed: 'An error occurred',
    touches: [],
  },
  'POST /auth/second-factor': { ...signingIn, feature: 'second_factor', body: proofBody, answer: signedIn },
  'POST /auth/passkey/begin': {
    isOpen: true,
    feature: 'second_factor',
    answer: passkeyBeginning,
    done: 'Ready for the passkey',
    failed: 'Failed to ask for a passkey',
    touches: [],
  },
  'POST /auth/passkey': {
    ...signingIn,
    feature: 'second_factor',
    body: object({ ticket: text, passkey: passkeyAnswer }),
    answer: signedInOrDemand,
  },
  'GET /auth/second-factors': {
    feature: 'second_factor',
    answer: secondFactors,
  },
  'POST /auth/confirm': { ...confirmation, body: object({ password: text }), answer: confirmedOrDemand },
  'POST /auth/confirm/second-factor': { ...confirmation, body: proofBody, answer: confirmed },
  'POST /auth/authenticator-app/begin': {
    feature: 'second_factor',
    body: confirmedBody,
    answer: newAuthenticator,
    done: 'Ready for the authenticator app',
    failed: 'Failed to set up the authenticator app',
    touches: [],
  },
  'POST /auth/authenticator-app': {
    ...factorEdit,
    body: object({ ticket: text, code: text }),
    rules: codeRules,
    answer: recoveryCodes,
    done: 'Authenticator app set up',
    failed: 'Failed to set up the authenticator app',
  },
  'POST /auth/authenticator-app/remove': {
    ...factorEdit,
    body: confirmedBody,
    answer: nothing,
    done: 'Authenticator app removed',
    failed: 'Failed to remove the authenticator app',
  },
  'POST /auth/passkeys/begin': {
    feature: 'second_factor',
    body: confirmedBody,
    answer: newPasskeyRequest,
    done: 'Ready for the passkey',
    failed: 'Failed to ask for a passkey',
    touches: [],
  },
  'POST /auth/passkeys': {
    ...factorEdit,
    body: object({ ticket: text, name: text, passkey: newPasskey }),
    rules: passkeyNameRules,
    answer: recoveryCodes,
    done: 'Passkey added',
    failed: 'Failed to add the passkey',
  },
  'PUT /auth/passkeys/{id}': {
    ...factorEdit,
    body: object({ name: text }),
    rules: passkeyNameRules,
    answer: nothing,
    done: 'Passkey renamed',
    failed: 'Failed to rename the passkey',
  },
  'POST /auth/passkeys/{id}/remove': {
    ...factorEdit,
    body: confirmedBody,
    answer: nothing,
    done: 'Passkey removed',
    failed: 'Failed to remove the passkey',
  },
  'POST /auth/recovery-codes': {
    ...factorEdit,
    body: confirmedBody,
    answer: recoveryCodes,
    done: 'New recovery codes made',
    failed: 'Failed to make new recovery codes',
  },
  'GET /users/{id}/second-factors': {
    needs: 'sign_in.manage',
    feature: 'second_factor',
    answer: secondFactors,
  },
  'POST /users/{id}/second-factors/reset': {
    needs: 'sign_in.manage',
    feature: 'second_factor',
    answer: nothing,
    done: 'Second factor reset',
    failed: 'Failed to reset the second factor',
    touches: ['GET /users/{id}/second-factors'],
  },
  'POST /auth/invitation': {
    isOpen: true,
    feature: 'invitations',
    body: object({ token: text }),
    answer: openedInvitation,
    done: 'Invitation opened',
    failed: 'The invitation could not be opened',
    touches: [],
  },
  'POST /auth/invitation/accept': {
    isOpen: true,
    feature: 'invitations',
    body: object({ token: text, password: text, password_confirmation: text }),
    rules: resetPasswordRules,
    answer: signedInOrDemand,
    done: 'Signed in',
    failed: 'The password could not be saved',
    touches: [],
  },
  'POST /auth/single-sign-on': {
    ...signingIn,
    feature: 'single_sign_on',
    body: object({
      ticket: text,
      /** Proves that this page sent the person to the provider, which received its hash. */
      verifier: text,
    }),
    answer: signedInOrDemand,
  },
} satisfies Calls;
