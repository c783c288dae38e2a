// Runs before React has arrived: connects to the server, and asks at once who is signed in and for what the first
// screen will show, so that both are on their way while the rest of the console still loads.

import type { Decoders } from '../api/client.ts';
import { paths, placeWithin } from '../boot/paths.ts';
import { destination, loadForgotPassword, loadLogin } from './routes.tsx';
import { createConnection, type Connection } from '../session/connection.ts';
import { tokenStore } from '../session/tokenStorage.ts';

interface Start {
  connection: Connection;
  /** Settled once the first screen can be drawn without something in its place. */
  ready: Promise<unknown>;
}

/** For a site that stands under `base` and an API that stands at `apiBase`. */
export function start(base: string, apiBase: string | undefined): Start {
  const place = () => placeWithin(base, location.pathname);
  const wanted = () => destination(place(), location.search);
  // Decoders come with the screens.
  const decoder: Decoders = async (key) => (await wanted().route.load()).signedIn.answerDecoder(key);
  const connection = createConnection(apiBase, decoder);

  if (place() === paths.forgotPassword) return { connection, ready: loadForgotPassword() };
  if (!tokenStore.read()) return { connection, ready: loadLogin() };
  const { route, search } = wanted();
  connection.resources.expect('GET /auth/user', {});
  route.ask?.(connection.resources, search);
  return { connection, ready: route.load() };
}
