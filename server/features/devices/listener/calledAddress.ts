// Which device an address is for: '/iclock/…' for ZKTeco's protocol, and one with a secret for the others.

import { secretBases } from '../secretAddress.ts';
import type { Driver } from '../drivers/driver.ts';

export interface CalledAddress {
  readonly kind: Driver['kind'];
  /** Of the controller; undefined where the device names itself. */
  readonly secret: string | undefined;
  /** What is left for the driver. */
  readonly path: string;
  /** For the log, without the secret. */
  readonly shown: string;
}

/** Of a path that a stranger makes up. */
const longestShown = 100;

export function calledAddress(called: string): CalledAddress | undefined {
  // Some firmware names the server in the path too, as to a proxy, or ends its address with a slash that comes again.
  const path = called.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+/, '/');
  if (/^\/iclock\//i.test(path)) return { kind: 'zkteco', secret: undefined, path, shown: path.slice(0, longestShown) };
  const [, kind, secret, rest = ''] = /^\/devices\/(hikvision|json)\/([\w-]{1,100})(\/.{0,200})?$/.exec(path) ?? [];
  if (secret === undefined || (kind !== 'hikvision' && kind !== 'json')) return undefined;
  return { kind, secret, path: rest, shown: `${secretBases[kind]}…` };
}
