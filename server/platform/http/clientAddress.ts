// The address that a request came from.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Each of our own proxies adds to X-Forwarded-For the address that it was called from; the sender can forge all entries
 * before those. An entry that is not an address is not used.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const entry = proxies === 0 ? undefined : (forwarded.at(-proxies) ?? forwarded[0]);
  return addressIn(entry) ?? addressIn(socket.remoteAddress) ?? '';
}

/** Without a port (198.51.100.7:4711, [2001:db8::1]:4711), a zone (fe80::1%eth0) or the prefix of a mapped address. */
export function addressIn(text = ''): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:([\d.]+)$/i, '$1');
  return isIP(bare) ? bare : undefined;
}
