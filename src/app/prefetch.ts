// Runs before React has loaded. Requests the signed-in user and the first screen's data, so that both load in parallel
// with the rest of the console.

import { loadOnce } from '../platform/boot/loadOnce.ts';
import { pathWithin } from '../platform/boot/paths.ts';
import { type Connection, createConnection, readToken } from '../platform/session/connection.ts';
import { loadLogin, loadShell, openPages } from './pages.ts';

interface Start {
  connection: Connection;
  /** Settles when the first screen can be drawn without a placeholder. */
  ready: Promise<unknown>;
}

const loadAhead = loadOnce('Part of the console', () => import('./ahead.ts'));

export function start(base: string, apiBase: string | undefined): Start {
  const connection = createConnection(apiBase, loadAhead);
  const path = pathWithin(base, location.pathname);
  const isSignedIn = readToken() !== null;
  if (isSignedIn) connection.queries.prefetch('GET /auth/user', {});
  const openPage = openPages[path];
  if (openPage) return { connection, ready: openPage() };
  if (!isSignedIn) return { connection, ready: loadLogin() };
  // Not earlier, as the route table is not needed for signing in.
  const screen = loadAhead().then(({ openScreen }) => openScreen(connection.queries, path, location.search));
  return { connection, ready: Promise.all([loadShell(), screen]) };
}
