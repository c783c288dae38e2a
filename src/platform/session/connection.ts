// The console's connection to its server: the client, and the reads that screens share. It exists before React, so that
// the first requests are under way while the rest of the code loads. The session then takes over, see session.tsx. The
// client's code and the decoders load with the first call, so that the login page can appear without them.

import type { CallKey } from '../../shared/contract/calls.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import { keepTimeOf } from '../../shared/words/keptZone.ts';
import type { Api, createClient } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/errors.ts';
import type { loadCall } from '../api/loadCall.ts';
import { createQueries, type Queries } from '../api/queries.ts';
import { keepInBrowser } from '../boot/siteData.ts';

export interface Connection {
  /** Token of the user in this tab. The browser may have stored another one, from a sign-in in another tab. */
  token: string | null;
  api: Api;
  queries: Queries;
  /** Loads everything that a call needs, so that it can later be sent at once. */
  prepare(key: CallKey): Promise<unknown>;
  /**
   * Sets the function that decides about a call whose token, the second argument, was refused. True repeats the call,
   * as the user has signed in again.
   */
  onRefused(decide: Decide): void;
}

type Decide = (refusal: ApiError, token: string | null) => Promise<boolean>;

/** Key of the token in the browser's storage (specification, point 4). */
export const tokenKey = 'auth_token';
export const readToken = () => localStorage.getItem(tokenKey);

/** Keeps the business's time zone, as the first screen is requested before it is known who is signed in. */
const zoneKey = 'business_timezone';

/** Sets the business's time zone for days and times, if the server announces it. */
export function keepTimeFor(user: CurrentUser) {
  const zone = user.features.includes(zoneKey) ? user[zoneKey] : '';
  keepInBrowser(zoneKey, zone);
  keepTimeOf(zone);
}

type LoadClient = () => Promise<{ client: { createClient: typeof createClient; loadCall: typeof loadCall } }>;

/** `apiBase` is undefined if the page has no valid address. */
export function createConnection(apiBase: string | undefined, loadClient: LoadClient): Connection {
  keepTimeOf(localStorage.getItem(zoneKey));
  let decide: Decide = async () => false;
  let client: Api | undefined;
  const start = async () =>
    (await loadClient()).client.createClient({
      base: apiBase,
      isOwnOrigin: apiBase?.startsWith(`${location.origin}/`),
      token: () => connection.token,
      onExpired: (...refused) => decide(...refused),
      onStale: () => queries.forgetAll(),
      skipsUnreadRows: true,
    });
  const api: Api = async (...[key, args, options]: Parameters<Api>) => {
    // Take the token now, as somebody may sign out or in while the client loads.
    const bearer = tokenFor(key);
    client ??= await start();
    return client(key, args, { ...options, bearer });
  };
  /** Uses the stored token to ask whose it is. */
  const tokenFor = (key: CallKey) => (key === 'GET /auth/user' ? readToken() : connection.token);
  const queries = createQueries(api, tokenFor);
  const connection: Connection = {
    token: readToken(),
    api,
    queries,
    prepare: async (key) => (await loadClient()).client.loadCall(key),
    onRefused: (next) => void (decide = next),
  };
  return connection;
}

/** Milliseconds before the second and third attempts to reach the server. */
const retryPauses = [900, 1_800];

/** Reads the signed-in user, sharing the request that may have been sent before React started. */
export async function fetchUser(
  queries: Queries,
  signal: AbortSignal,
  [pause, ...rest] = retryPauses,
): Promise<CurrentUser> {
  const { promise, leave } = queries.load('GET /auth/user', {});
  signal.addEventListener('abort', leave, { once: true });
  try {
    return (await promise).data;
  } catch (error) {
    const { kind, status } = asApiError(error);
    // From 502 on, the server is restarting or a proxy cannot reach it.
    if (pause === undefined || (kind !== 'unreachable' && status < 502)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (signal.aborted) throw error;
    return fetchUser(queries, signal, rest);
  }
}
