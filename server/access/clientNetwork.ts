// The network that rate limits count a client by.

import { isIPv6 } from 'node:net';

/** An IPv6 client can use all 2^64 addresses of its network, so they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(start), groupsOf(end)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

const groupsOf = (part: string) => part.split(':').filter(Boolean);
