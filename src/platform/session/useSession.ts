// The connection and its session, for components.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../shared/contract/session.ts';
import type { Connection } from './connection.ts';
import type { SessionState } from './session.ts';

export const ConnectionContext = createContext<Connection | null>(null);

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('useConnection() needs a ConnectionContext');
  return connection;
}

export function useSession(): SessionState {
  const { session } = useConnection();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The signed-in user, for what only a signed-in user sees. It does not change when the session expires. */
export function useUser(): CurrentUser {
  const { session } = useConnection();
  const user = useSyncExternalStore(session.subscribe, () => userOf(session.state()));
  if (!user) throw new Error('useUser() needs a signed-in user');
  return user;
}

const userOf = (state: SessionState) => ('user' in state ? state.user : undefined);
