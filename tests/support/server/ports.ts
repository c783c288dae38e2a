// Free ports on this machine for the tests' servers.
import { once } from 'node:events';
import type http from 'node:http';
import { createServer, type Server } from 'node:net';

/** Starts the server and returns its port. */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** Stops the server and closes its open connections. */
export async function close(server: http.Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A free port, for a program that must be told which to use. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
