// Loads the client, and requests what the next screen reads first while the screen's code is still loading. Going
// elsewhere before the screen reads it cancels the request.

import { createClient } from '../platform/api/client.ts';
import { loadCall } from '../platform/api/loadCall.ts';
import type { Queries } from '../platform/api/queries.ts';
import { recordIn } from '../platform/records/openRecord.ts';
import { destination, type Route } from './routes.tsx';

export const client = { createClient, loadCall };

let requestedFor = '';
let cancel: (() => void) | undefined;

export function requestAhead(queries: Queries, { path, prefetch }: Route, search: string): void {
  cancel?.();
  requestedFor = path;
  cancel = prefetch?.(queries, search);
}

/** Loads the screen at an address along with what it reads first. For the login page, loads the screen it leads to. */
export function openScreen(queries: Queries, path: string, search: string): Promise<unknown> {
  const next = destination(path, search);
  requestAhead(queries, next.route, next.search);
  const isRecord = recordIn(next.search) !== undefined;
  return isRecord && next.route.page ? next.route.page() : next.route.load();
}

/** Cancels requests for other screens once the user is on the way to `path`, by whatever link or key. */
export function cancelOthers(path: string): void {
  if (path !== requestedFor) cancel?.();
}
