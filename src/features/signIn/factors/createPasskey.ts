// Asks the browser to create a passkey, and reads what it made with the browser's own methods.

import type { NewPasskey, NewPasskeyRequest } from '../../../shared/contract/signIn.ts';
import { PasskeyError, refuse } from '../askPasskey.ts';
import { fromBase64Url, toBase64Url } from '../base64url.ts';

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
    // Kept in the device where it can be, so that it signs in without a password.
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
