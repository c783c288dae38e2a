// Runs before React has arrived: asks who is signed in and for the first screen's data, so that both load beside the
// rest of the console.

import { pathWithin } from '../platform/boot/paths.ts';
import { createConnection, readToken, requestUser, type Connection } from '../platform/session/connection.ts';
import { requestAhead } from './ahead.ts';
import { loadLogin, loadShell, openPages } from './pages.ts';
import { destination } from './routes.tsx';

interface Start {
  connection: Connection;
  /** Settles when the first screen can be drawn without a placeholder. */
  ready: Promise<unknown>;
}

export function start(base: string, apiBase: string | undefined): Start {
  const connection = createConnection(apiBase);
  const path = pathWithin(base, location.pathname);
  const isSignedIn = readToken() !== null;
  if (isSignedIn) requestUser(connection);
  const openPage = openPages[path];
  if (openPage) return { connection, ready: openPage() };
  if (!isSignedIn) return { connection, ready: loadLogin() };
  const { route, search } = destination(path, location.search);
  requestAhead(connection.queries, route, search);
  return { connection, ready: Promise.all([loadShell(), route.load()]) };
}
