// Lets a server listen where the configuration says, or says which variable is in the way.

import type { Server } from 'node:http';
import { ConfigError } from '../config.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** `prefix` is that of the two variables. Returns the port, which differs if the configured one is 0. */
export async function listen(server: Server, prefix: '' | 'DEVICES_' | 'METRICS_', place: Place): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(place.port, place.host, resolve);
    });
  } catch (error) {
    throw cannotListen(prefix, place, error);
  }
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : place.port;
}

function cannotListen(prefix: string, { host, port }: Place, error: unknown): ConfigError {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return new ConfigError(
    isInUse
      ? `${prefix}PORT ${port} is in use: set ${prefix}PORT to another number, or to 0 for any that is free`
      : `Cannot listen on ${prefix}HOST ${host}, ${prefix}PORT ${port}: ${error instanceof Error ? error.message : error}`,
  );
}
