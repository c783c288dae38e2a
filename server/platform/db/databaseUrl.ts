// The address of PostgreSQL. Unlike a URL, it may name several servers.

/** Splits the address into one for each server. */
export function addressesIn(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  const names = hosts.split(',');
  return names.length === 1 ? [url] : names.map((name) => name && `${start}${name}${end}`);
}
