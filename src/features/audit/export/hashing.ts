// SHA-256 by the browser's WebCrypto; on plain HTTP, where it has none, by our own.

import { Sha256 } from '../../../platform/export/proof/sha256.ts';

const encoder = new TextEncoder();

export async function sha256(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) return new Sha256().update(text).hex();
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
