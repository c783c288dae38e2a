// What a session goes through: the client, the answers that screens share, and the question to sign in again.

import { createClient, type Api, type Decoders } from '../api/client.ts';
import { createMemory } from '../api/lastSeen.ts';
import { createResources, type Resources } from '../api/queries.ts';
import { createTouches, type Touches } from '../api/touches.ts';
import { createReauthentication, type Reauthentication } from './reauthentication.ts';
import { tokenStore } from './tokenStorage.ts';

export interface Connection {
  api: Api;
  resources: Resources;
  touches: Touches;
  reauthentication: Reauthentication;
}

export function createConnection(apiBase: string | undefined, decoder: Decoders): Connection {
  const reauthentication = createReauthentication();
  const memory = createMemory();
  const api = createClient({
    base: apiBase,
    token: tokenStore.read,
    decoder,
    reauthenticate: reauthentication.ask,
    onDoubt: memory.forget,
  });
  const touches = createTouches();
  return { api, resources: createResources(api, touches, memory, tokenStore.read), touches, reauthentication };
}
