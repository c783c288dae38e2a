// Which driver an address is for. What follows the base of one that is known by a secret is the secret.

import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import type { Driver } from '../drivers/driver.ts';

export interface CalledAddress {
  readonly driver: Driver;
  /** Of the controller; undefined where the device names itself. */
  readonly secret: string | undefined;
  /** What is left for the driver. */
  readonly path: string;
  /** For the log, without the secret. */
  readonly shown: string;
}

/** Of a path that a stranger makes up. */
const longestShown = 100;

export function calledAddress(called: string, drivers: readonly Driver[]): CalledAddress | undefined {
  // Some firmware names the server in the path too, as to a proxy, or ends its address with a slash that comes again.
  const path = called.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+/, '/');
  for (const driver of drivers) {
    const { kind, base } = driver;
    if (kindOfDevice(kind).knownBy === 'serial') {
      if (path.toLowerCase().startsWith(base))
        return { driver, secret: undefined, path, shown: path.slice(0, longestShown) };
    } else if (path.startsWith(base)) {
      const [, secret, rest = ''] = /^([\w-]{1,100})(\/.{0,200})?$/.exec(path.slice(base.length)) ?? [];
      if (secret !== undefined) return { driver, secret, path: rest, shown: `${base}…` };
    }
  }
  return undefined;
}
