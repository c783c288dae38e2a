// Starts the server that devices call, where the configuration asks for one.

import { networkInterfaces } from 'node:os';
import type { Config } from '../config.ts';
import { drivers } from '../../features/devices/drivers/drivers.ts';
import { createDeviceListener, type DeviceListenerOptions } from '../../features/devices/listener/deviceListener.ts';
import type { DeviceAccess } from '../../platform/records/endpoint.ts';
import { listen } from './listen.ts';

export interface ServedDevices extends DeviceAccess {
  close(): Promise<void>;
}

export async function serveDevices(
  config: Config,
  services: Pick<DeviceListenerOptions, 'db' | 'log' | 'clock'>,
): Promise<ServedDevices | undefined> {
  const { devices, proxies } = config;
  if (!devices) return undefined;
  const listener = createDeviceListener({ ...services, drivers, proxies });
  const port = await listen(listener.server, 'DEVICES_', devices).catch(async (error: unknown) => {
    await listener.close();
    throw error;
  });
  const { changed, close } = listener;
  return { url: devices.url ?? `http://${hostForDevices(config.publicUrl, devices.host)}:${port}`, changed, close };
}

/** Devices cannot call '0.0.0.0': it stands for all addresses of this machine, of which they are told the first. */
function hostForDevices(publicUrl: string | undefined, host: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).hostname;
  const isAny = host === '0.0.0.0' || host === '::';
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const reachable = isAny ? own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address : undefined;
  const chosen = reachable ?? host;
  return chosen.includes(':') ? `[${chosen}]` : chosen;
}
