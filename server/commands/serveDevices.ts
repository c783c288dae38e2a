// Starts the server that devices call, where the configuration asks for one.

import { networkInterfaces } from 'node:os';
import { type Config, ConfigError } from '../config.ts';
import { drivers } from '../devices/drivers/drivers.ts';
import { createDeviceListener, type DeviceListenerOptions } from '../devices/listener/deviceListener.ts';
import type { DeviceAccess } from '../records/endpoint.ts';

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
  try {
    await new Promise<void>((resolve, reject) => {
      listener.server.once('error', reject);
      listener.server.listen(devices.port, devices.host, resolve);
    });
  } catch (error) {
    await listener.close();
    throw cannotListen(devices, error);
  }
  const bound = listener.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : devices.port;
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

function cannotListen({ host, port }: { host: string; port: number }, error: unknown): ConfigError {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return new ConfigError(
    isInUse
      ? `DEVICES_PORT ${port} is in use: set DEVICES_PORT to another number, or to 0 for any that is free`
      : `Cannot listen on DEVICES_HOST ${host}, DEVICES_PORT ${port}: ${error instanceof Error ? error.message : error}`,
  );
}
