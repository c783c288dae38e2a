// The console's connection to its server: the client, the reads that screens share, and the session.

import { createAnswerCache } from '../api/answerCache.ts';
import { createClient, type Api } from '../api/client.ts';
import { createQueries, type Queries } from '../api/queries.ts';
import { createSession, type Session } from './session.ts';
import { tokenStorage } from './tokenStorage.ts';

export interface Connection {
  api: Api;
  queries: Queries;
  session: Session;
}

/** `apiBase` is undefined if the page names no valid address. */
export function createConnection(apiBase: string | undefined): Connection {
  const cache = createAnswerCache();
  const api = createClient({
    base: apiBase,
    token: tokenStorage.read,
    onExpired: (refusal) => session.expired(refusal),
    onStale: cache.clear,
  });
  const queries = createQueries(api, cache, tokenStorage.read);
  const session = createSession(api, queries);
  return { api, queries, session };
}
