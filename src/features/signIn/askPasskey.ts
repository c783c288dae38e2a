// Asks the browser for a passkey's answer. No library: with the answer's own methods there is nothing to decode.

import type { PasskeyAnswer } from '../../shared/contract/signIn.ts';
import type { PasskeyRequest } from '../../shared/contract/login.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** What went wrong, for the person: the browser's own words name no reason, so that sites learn nothing. */
export class PasskeyError extends Error {}

/** `verification`: whether the passkey must check who uses it, by PIN, finger or face. */
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

export function refuse(error: unknown): never {
  const isElsewhere = error instanceof DOMException && error.name === 'SecurityError';
  throw new PasskeyError(
    isElsewhere
      ? 'Passkeys do not work at this address. Open the console at the address that your administrator gave you.'
      : 'No passkey was used. You can try again.',
    { cause: error },
  );
}
