// Runs before React has arrived: connects to the server, and asks at once who is signed in and for what the first
// screen will show, so that both are on their way while the rest of the console still loads.

import { placeWithin } from './paths.ts';
import { destination, loadSignedIn } from './routes.tsx';
import { createConnection, type Connection } from './session/connection.ts';
import { tokenStore } from './session/token.ts';

/** For a site that stands under `base` and an API that stands at `apiBase`. */
export function start(base: string, apiBase: string): Connection {
  const wanted = () => destination(placeWithin(base, location.pathname), location.search);
  const connection = createConnection(apiBase, async (key) => (await loadSignedIn(wanted().route)).answerDecoder(key));
  if (tokenStore.read()) {
    const { route, search } = wanted();
    connection.resources.expect('GET /auth/user', {});
    route.ask?.(connection.resources, search);
  }
  return connection;
}
