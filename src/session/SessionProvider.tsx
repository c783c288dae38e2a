// Holds the session, the API client that carries its token, and what writes have made stale.

import { createContext, useContext, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';
import { createClient, type Api, type Decoders } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { createTouches, type Touches } from '../api/touches.ts';
import type { Answer } from '../contract/endpoints.ts';
import type { User } from '../contract/entities.ts';
import { createReauthentication } from './reauthentication.ts';
import { sessionReducer, type Session } from './reducer.ts';
import { fetchUser } from './restore.ts';
import { tokenStore } from './token.ts';

interface SessionValue {
  session: Session;
  api: Api;
  touches: Touches;
  /** Takes the answer of a successful login. */
  enter(login: Answer<'POST /auth/login'>): void;
  leave(): Promise<void>;
  refresh(): Promise<void>;
  declineReauthentication(): void;
}

const SessionContext = createContext<SessionValue | null>(null);

interface SessionProviderProps {
  apiBase: string;
  decoder: Decoders;
  children: ReactNode;
}

export function SessionProvider({ apiBase, decoder, children }: SessionProviderProps) {
  const [session, dispatch] = useReducer(sessionReducer, { status: 'restoring' });
  const current = useRef(session);
  useEffect(() => {
    current.current = session;
  }, [session]);

  const [reauthentication] = useState(createReauthentication);
  const [api] = useState(() =>
    createClient({
      base: apiBase,
      token: tokenStore.read,
      decoder,
      reauthenticate: async (refusal) => {
        const { status } = current.current;
        if (status !== 'signedIn' && status !== 'expired') return false;
        dispatch({ type: 'refused', message: refusal.message });
        return reauthentication.ask();
      },
    }),
  );
  const [touches] = useState(createTouches);

  useEffect(() => {
    let start = restore();
    const stopListening = tokenStore.onChangeElsewhere((token) => {
      start.abort();
      if (token) start = restore();
      else dispatch({ type: 'left' });
      reauthentication.settle(false);
    });
    return () => {
      stopListening();
      start.abort();
    };

    function restore(): AbortController {
      const controller = new AbortController();
      const { signal } = controller;
      if (!tokenStore.read()) {
        dispatch({ type: 'notRestored' });
        return controller;
      }
      if (current.current.status !== 'signedIn') dispatch({ type: 'restoring' });
      fetchUser(api, signal).then(
        (user) => !signal.aborted && dispatch({ type: 'signedIn', user }),
        (error: unknown) => {
          if (signal.aborted) return;
          const { kind, message } = asApiError(error);
          tokenStore.remove();
          dispatch({ type: 'notRestored', notice: kind === 'unauthenticated' ? undefined : message });
        },
      );
      return controller;
    }
  }, [api, reauthentication]);

  const value = useMemo<SessionValue>(
    () => ({
      session,
      api,
      touches,
      enter({ token, user }) {
        tokenStore.write(token);
        dispatch({ type: 'signedIn', user });
        reauthentication.settle(true);
      },
      async leave() {
        const farewell = api('POST /auth/logout').catch(() => undefined);
        tokenStore.remove();
        dispatch({ type: 'left' });
        reauthentication.settle(false);
        await farewell;
      },
      async refresh() {
        const { data } = await api('GET /auth/user');
        dispatch({ type: 'refreshed', user: data });
      },
      declineReauthentication() {
        dispatch({ type: 'reauthenticationDeclined' });
        reauthentication.settle(false);
      },
    }),
    [session, api, touches, reauthentication],
  );

  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession stands outside of SessionProvider');
  return value;
}

/** The signed-in person; only for what is shown to one. */
export function useUser(): User {
  const { session } = useSession();
  if (session.status !== 'signedIn' && session.status !== 'expired') throw new Error('Nobody is signed in');
  return session.user;
}
