// Where passkeys work: a passkey is bound to a host name, and browsers have them only on https and on localhost.

import { isIP } from 'node:net';

export interface PasskeySite {
  /** The host name: 'console.example.com'. */
  readonly id: string;
  /** What browsers say where they are: 'https://console.example.com'. */
  readonly origin: string;
}

/** Undefined where there can be none. */
export function passkeySite(publicUrl: string): PasskeySite | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return undefined;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  return { id: hostname, origin };
}
