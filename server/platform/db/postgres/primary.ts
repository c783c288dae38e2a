// Connects to the primary of a cluster. All its servers are asked at once: one that fell silent must not hold up the
// others, and only the primary takes writes.

import { addressesIn } from '../databaseUrl.ts';
import { errorMessage } from '../../log/log.ts';
import { Connection, type ConnectionOptions, LostConnection } from './connection.ts';
import { reported } from './reported.ts';

export async function connectToPrimary(
  url: string,
  options: ConnectionOptions,
  onLost: (connection: Connection) => void = () => {},
): Promise<Connection> {
  const attempts = addressesIn(url).map(async (address) => {
    const connection = new Connection(address, options, onLost);
    await connection.open();
    return connection;
  });
  const primary = await Promise.any(attempts).catch((error: unknown) => {
    throw error instanceof AggregateError ? noPrimary(error.errors) : error;
  });
  void closeOthers(attempts, primary);
  return primary;
}

/** For a moment of a failover there may be two primaries: one is enough. */
async function closeOthers(attempts: readonly Promise<Connection>[], primary: Connection): Promise<void> {
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === 'fulfilled' && attempt.value !== primary) void attempt.value.close();
  }
}

function noPrimary(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0];
  const refusal = errors.find((error) => error instanceof LostConnection && reported(error.cause) !== undefined);
  return refusal ?? new LostConnection(`No server is the primary: ${errors.map(errorMessage).join('; ')}`);
}
