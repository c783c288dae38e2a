// Sends the browser to the provider. The page keeps a random text, and gives its hash along: only with that text is the
// ticket of any use that the browser brings back.

import { apiBase } from '../../../platform/boot/siteMeta.ts';
import { Sha256 } from '../../../platform/export/proof/sha256.ts';
import { toBase64Url } from '../base64url.ts';

/** Of this tab, and gone with it. */
const verifierKey = 'sign-in verifier';

export function leaveForProvider(next: string): void {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer);
  sessionStorage.setItem(verifierKey, verifier);
  const challenge = new Sha256().update(verifier).hex();
  location.assign(`${apiBase()}/auth/oidc/start?${new URLSearchParams({ next, challenge })}`);
}

/** It is of use once. */
export function takeVerifier(): string {
  const verifier = sessionStorage.getItem(verifierKey) ?? '';
  sessionStorage.removeItem(verifierKey);
  return verifier;
}
