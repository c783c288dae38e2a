// Networks that a device may call from, as an administrator enters them: '192.168.1.0/24, 2001:db8::/32, 10.1.2.3'.

import { BlockList, isIP } from 'node:net';

/** Throws an error whose message names the invalid entry. */
export function networksIn(list: string): BlockList {
  const networks = new BlockList();
  for (const entry of list.split(',').map((each) => each.trim())) {
    if (entry === '') continue;
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (version === 0 || rest.length > 0 || !(length <= longest))
      throw new Error(`“${entry}” is not a network such as 192.168.1.0/24`);
    networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** No networks allow every address. */
export function mayCallFrom(networks: BlockList, address: string): boolean {
  if (networks.rules.length === 0) return true;
  const version = isIP(address);
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
