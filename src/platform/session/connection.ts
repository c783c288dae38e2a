// The console's connection to its server: the client, the reads that screens share, and the session.

import { createAnswerCache } from '../api/answerCache.ts';
import { createClient, type Api } from '../api/client.ts';
import { createQueries, type Queries } from '../api/queries.ts';
import { createSession, type Session } from './session.ts';

export interface Connection {
  api: Api;
  queries: Queries;
  session: Session;
}

/** `apiBase` is undefined if the page names no valid address. */
export function createConnection(apiBase: string | undefined): Connection {
  const cache = createAnswerCache();
  const token = () => session.token();
  const api = createClient({
    base: apiBase,
    token,
    onExpired: (refusal) => session.expired(refusal),
    onStale: () => queries.forgetAll(),
    skipsUnreadRows: true,
  });
  const queries = createQueries(api, cache, token);
  const session = createSession(api, queries);
  return { api, queries, session };
}
