// The address that devices call, in the pieces that their menus ask for.

import type { DeviceSetup } from '../../../../shared/contract/devices.ts';

export interface DeviceUrl {
  host: string;
  port: string;
  isName: boolean;
  isEncrypted: boolean;
  /** Only this computer reaches it. */
  isLocal: boolean;
  /** 'http://192.168.1.10:4001' */
  origin: string;
}

/** Of which a vendor's values are made. */
export interface ValuesProps {
  controllerId: number;
  setup: DeviceSetup;
  url: DeviceUrl;
}

/** Undefined if the server takes no calls of devices. */
export function deviceUrl(address: string): DeviceUrl | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port, protocol } = new URL(address);
  const isEncrypted = protocol === 'https:';
  const shownPort = port || (isEncrypted ? '443' : '80');
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: shownPort,
    isName: !/^[\d.]+$/.test(host) && !host.includes(':'),
    isEncrypted,
    isLocal: /^(?:localhost|127\.[\d.]+|::1)$/.test(host),
    origin: `${protocol}//${hostname}:${shownPort}`,
  };
}
