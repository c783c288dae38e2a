// The address that rate limits count a client by.

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Only the last entry was added by our own proxy; the sender can forge the others. */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const last = forwarded === undefined ? undefined : String(forwarded).split(',').at(-1)?.trim();
  return networkOf(last || socket.remoteAddress || '');
}

/** An IPv6 client can use all 2^64 addresses of its network, so they count as one. */
function networkOf(address: string): string {
  const [bare = ''] = address.split('%'); // fe80::1%eth0
  const version4 = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (version4 !== undefined || !isIPv6(bare)) return version4 ?? address;
  const [start = '', end = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(start), groupsOf(end)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

const groupsOf = (part: string) => part.split(':').filter(Boolean);
