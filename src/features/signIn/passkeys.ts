// Asks the browser for a passkey's answer, or to create a passkey. No library: with the browser's own methods there is
// nothing to decode.

import { useState } from 'react';
import type { PasskeyRequest } from '../../shared/contract/login.ts';
import type { NewPasskey, NewPasskeyRequest, PasskeyAnswer } from '../../shared/contract/signIn.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** An error with words for the user. The browser's own gives no reason, so that sites learn nothing. */
class PasskeyError extends Error {}

/** Runs a request for a passkey. If it fails, the answer is undefined, and `failure` says why. */
export function usePasskeyRequest() {
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  async function ask<T>(run: () => Promise<T>): Promise<T | undefined> {
    setFailure(undefined);
    setAsking(true);
    try {
      return await run();
    } catch (caught) {
      if (!(caught instanceof PasskeyError)) throw caught;
      setFailure(caught.message);
      return undefined;
    } finally {
      setAsking(false);
    }
  }
  return { ask, isAsking, failure };
}

/** `verification`: whether the passkey must check who uses it, by PIN, fingerprint or face. */
export async function askPasskey(
  { challenge, rp_id, credentials }: PasskeyRequest,
  verification: UserVerificationRequirement,
): Promise<PasskeyAnswer> {
  const publicKey = {
    challenge: fromBase64Url(challenge),
    rpId: rp_id,
    userVerification: verification,
    allowCredentials: credentials.map((id) => ({ type: 'public-key' as const, id: fromBase64Url(id) })),
  };
  const credential = await navigator.credentials.get({ publicKey }).catch(refuse);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('The browser gave no passkey.');
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyError('The browser gave no passkey.');
  return {
    id: toBase64Url(credential.rawId),
    client_data: toBase64Url(response.clientDataJSON),
    authenticator_data: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
  };
}

function refuse(error: unknown): never {
  const isElsewhere = error instanceof DOMException && error.name === 'SecurityError';
  throw new PasskeyError(
    isElsewhere
      ? 'Passkeys do not work at this address. Open the console at the address that your administrator gave you.'
      : 'No passkey was used. You can try again.',
    { cause: error },
  );
}

/** Asks the browser to create a passkey, and reads what it made with the browser's own methods. */
export async function createPasskey(request: NewPasskeyRequest): Promise<NewPasskey> {
  const publicKey = {
    challenge: fromBase64Url(request.challenge),
    rp: { id: request.rp_id, name: request.rp_name },
    user: {
      id: fromBase64Url(request.user_id),
      name: request.user_name,
      displayName: request.user_display_name || request.user_name,
    },
    pubKeyCredParams: request.algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: request.known.map((id) => ({ type: 'public-key' as const, id: fromBase64Url(id) })),
    // Prefers a passkey that is kept in the device, which signs in without a password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' } as const,
    attestation: 'none' as const,
  };
  const credential = await navigator.credentials.create({ publicKey }).catch(refuseCreation);
  const response = credential instanceof PublicKeyCredential ? credential.response : undefined;
  if (!(credential instanceof PublicKeyCredential) || !(response instanceof AuthenticatorAttestationResponse))
    throw new PasskeyError('The browser made no passkey.');
  const key = response.getPublicKey();
  if (!key) throw new PasskeyError('This passkey is of a kind that the server does not know.');
  return {
    id: toBase64Url(credential.rawId),
    client_data: toBase64Url(response.clientDataJSON),
    authenticator_data: toBase64Url(response.getAuthenticatorData()),
    public_key: toBase64Url(key),
    algorithm: response.getPublicKeyAlgorithm(),
  };
}

function refuseCreation(error: unknown): never {
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    throw new PasskeyError('This device has a passkey of your account already.', { cause: error });
  return refuse(error);
}
