// Holds the session, and hands out what it goes through.

import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  type ReactNode,
} from 'react';
import type { Api } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { Resources } from '../api/queries.ts';
import type { Touches } from '../api/touches.ts';
import type { Answer } from '../contract/endpoints.ts';
import type { User } from '../contract/entities/people.ts';
import type { Connection } from './connection.ts';
import { sessionReducer, type Session } from './reducer.ts';
import { fetchUser } from './restore.ts';
import { tokenStore } from './tokenStorage.ts';

interface SessionValue {
  session: Session;
  api: Api;
  resources: Resources;
  touches: Touches;
  /** Takes the answer of a successful login. */
  enter(login: Answer<'POST /auth/login'>): void;
  leave(): Promise<void>;
  refresh(): Promise<void>;
  declineReauthentication(): void;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  const { api, resources, touches, reauthentication } = connection;
  const [session, dispatch] = useReducer(sessionReducer, resources.arrived('GET /auth/user', {}), firstSession);
  const current = useRef(session);
  useEffect(() => {
    current.current = session;
  }, [session]);

  useEffect(() => {
    reauthentication.putBy((refusal) => {
      const { status } = current.current;
      if (status !== 'signedIn' && status !== 'expired') return false;
      dispatch({ type: 'refused', message: refusal.message });
      return true;
    });
  }, [reauthentication]);

  useEffect(() => {
    let start = restore();
    const stopListening = tokenStore.onChangeElsewhere(() => {
      start.abort();
      start = restore();
    });
    return () => {
      stopListening();
      start.abort();
    };

    function restore(): AbortController {
      const controller = new AbortController();
      const { signal } = controller;
      const { status } = current.current;
      if (!tokenStore.read()) {
        // Who is asked to sign in again has lost no more than they had.
        if (status === 'expired') return controller;
        if (status !== 'signedOut') dispatch({ type: 'notRestored' });
        reauthentication.settle(false);
        return controller;
      }
      // A screen that stands keeps what was typed, also while it waits for a sign-in that now happened in another tab.
      if (status !== 'signedIn' && status !== 'expired') dispatch({ type: 'restoring' });
      fetchUser(resources, signal).then(
        (user) => {
          if (signal.aborted) return;
          const before = current.current;
          const isOther = before.status === 'expired' && before.user.id !== user.id;
          // Nothing of somebody else's screen is left, and nothing that they were refused is sent in this name.
          if (isOther) dispatch({ type: 'restoring' });
          // A transition, as in main.tsx: the first screen is drawn with it.
          startTransition(() => dispatch({ type: 'signedIn', user }));
          reauthentication.settle(!isOther);
        },
        (error: unknown) => {
          if (signal.aborted || current.current.status === 'expired') return;
          const { kind, message } = asApiError(error);
          tokenStore.remove();
          dispatch({ type: 'notRestored', notice: kind === 'unauthenticated' ? undefined : message });
          reauthentication.settle(false);
        },
      );
      return controller;
    }
  }, [resources, reauthentication]);

  const value = useMemo<SessionValue>(
    () => ({
      session,
      api,
      resources,
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
    [session, api, resources, touches, reauthentication],
  );

  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Who is signed in may be known already, for they were asked about before React had arrived. */
function firstSession(user: User | undefined): Session {
  if (user) return { status: 'signedIn', user };
  return tokenStore.read() ? { status: 'restoring' } : { status: 'signedOut', left: false };
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('There is no session here');
  return value;
}

/** The signed-in person; only for what is shown to one. */
export function useUser(): User {
  const { session } = useSession();
  if (session.status !== 'signedIn' && session.status !== 'expired') throw new Error('Nobody is signed in');
  return session.user;
}
