// The network of a client: rate limits count by it, and sessions are recognised by it.

import { isIPv6 } from 'node:net';

/** An IPv6 client can use all 2^64 addresses of its network, so they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(start), groupsOf(end)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/**
 * The provider's network around it, such as that of an office or a mobile carrier: addresses in it change from day to
 * day, and mean nothing new.
 */
export function surroundingNetworkOf(address: string): string {
  const network = networkOf(address);
  return isIPv6(address) ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.');
}

const groupsOf = (part: string) => part.split(':').filter(Boolean);
