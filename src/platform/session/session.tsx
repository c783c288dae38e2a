// The session: a pure reducer in React's context. Side effects (requests, the stored token, other tabs, calls that wait
// for a sign-in) are in `createSession`, which dispatches the results.

import {
  type Context,
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useEffect,
  useReducer,
  useState,
} from 'react';
import type { SignedIn } from '../../shared/contract/login.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import { asApiError } from '../api/errors.ts';
import { keepInBrowser } from '../boot/siteData.ts';
import { type Connection, fetchUser, keepTimeFor, readToken, tokenKey } from './connection.ts';

export type SessionState =
  | { status: 'restoring' }
  /** `byChoice` means that the user signed out in this tab, so that the next sign-in starts at the dashboard. */
  | { status: 'signedOut'; byChoice: boolean; notice?: string }
  | { status: 'signedIn'; user: CurrentUser }
  /** The token was refused. The screen stays, and a sign-in dialog opens over it. */
  | { status: 'expired'; user: CurrentUser; message: string };

type SessionAction =
  | { type: 'restore' | 'decline' }
  | { type: 'enter'; user: CurrentUser }
  | { type: 'expire'; message: string }
  | { type: 'leave'; byChoice: boolean; notice?: string };

export function sessionReducer(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'restore':
      return { status: 'restoring' };
    case 'enter':
      return { status: 'signedIn', user: action.user };
    case 'expire':
      return state.status === 'signedIn' ? { status: 'expired', user: state.user, message: action.message } : state;
    case 'decline':
      return state.status === 'expired' ? { status: 'signedIn', user: state.user } : state;
    case 'leave':
      return { status: 'signedOut', byChoice: action.byChoice, notice: action.notice };
  }
}

const userOf = (state: SessionState) => ('user' in state ? state.user : undefined);

/** Actions on the session. The functions stay the same as long as the page is open. */
export interface Session {
  enter(signedIn: SignedIn): void;
  leave(): Promise<void>;
  /** Reads the user again when permissions may have changed. */
  refresh(): Promise<void>;
  declineReauthentication(): void;
}

/** Key for what a user last opened in the palette, which the browser stores until they sign out. */
export const recentsKey = (userId: number): string => `recent ${userId}`;

/** Cache for the roll call, which also opens offline until the user signs out. */
export const rollCallCache = 'roll-call';

const noRoom = 'This browser has no room left to keep you signed in. Please delete site data.';

/** Acts on the session, on behalf of the client, other tabs and the screens. `show` is React's dispatch. */
export function createSession(connection: Connection, state: SessionState, show: Dispatch<SessionAction>) {
  const { api } = connection;
  let restoring = new AbortController();
  /** Refused calls that wait for the user to sign in again. */
  let refused: ((isSignedIn: boolean) => void)[] = [];
  /** Tokens that the current one has replaced. Calls sent with them may still be refused. */
  const replaced = new Set<string | null>();

  /** Changes the state at once, as React applies it a moment later and anything until then must see the new state. */
  function dispatch(action: SessionAction) {
    state = sessionReducer(state, action);
    show(action);
  }

  function settleRefused(isSignedIn: boolean) {
    const waiting = refused;
    refused = [];
    for (const settle of waiting) settle(isSignedIn);
  }

  function enter(user: CurrentUser, next = connection.token) {
    if (userOf(state)?.id === user.id) replaced.add(connection.token);
    else replaced.clear();
    connection.token = next;
    keepTimeFor(user);
    dispatch({ type: 'enter', user });
  }

  function leave(byChoice: boolean, notice?: string) {
    // `caches` is missing without HTTPS, where nothing was stored.
    if ('caches' in globalThis) void caches.delete(rollCallCache).catch(() => undefined);
    connection.token = null;
    dispatch({ type: 'leave', byChoice, notice });
    settleRefused(false);
  }

  /**
   * Finds out who is signed in: at the start, after sign-in or sign-out in another tab, and when Back shows the page.
   */
  function restore() {
    restoring.abort();
    restoring = new AbortController();
    const { signal } = restoring;
    const found = readToken();
    if (found === null) {
      // If already expired, the removal of the token in another tab changes nothing here.
      if (state.status !== 'expired' && state.status !== 'signedOut') leave(false);
      return;
    }
    // A signed-in screen stays while this loads, along with what was typed there.
    if (state.status === 'signedOut') dispatch({ type: 'restore' });
    fetchUser(connection.queries, signal).then(
      (user) => {
        if (signal.aborted) return;
        const isSameUser = state.status !== 'expired' || state.user.id === user.id;
        enter(user, found);
        // Never repeat one user's refused calls as another user.
        settleRefused(isSameUser);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const { kind, message } = asApiError(error);
        if (userOf(state)) return dispatch({ type: 'expire', message }); // keeps what was typed
        // Emptied first, so that other tabs can tell this from a sign-out and keep what was typed there.
        localStorage.setItem(tokenKey, '');
        localStorage.removeItem(tokenKey);
        leave(false, kind === 'unauthenticated' ? undefined : message);
      },
    );
  }

  /** Hides the page, as Back would show it as it is now, perhaps to a different person. */
  function hide() {
    restoring.abort(); // the browser ends the request, which must not look like an unreachable server
    document.body.hidden = userOf(state) !== undefined;
  }

  /**
   * Catches up on what the page has missed. Reloads a hidden page, since Firefox drops React's pending messages when it
   * puts a page into its cache.
   */
  function showAgain() {
    if (document.body.hidden) location.reload();
    else restore();
  }

  const session: Session = {
    enter({ token: next, user }) {
      restoring.abort();
      if (!keepInBrowser(tokenKey, next)) return leave(false, noRoom);
      enter(user, next);
      settleRefused(true);
    },
    async leave() {
      restoring.abort();
      const logout = api('POST /auth/logout').catch(() => undefined);
      const user = userOf(state);
      if (user) localStorage.removeItem(recentsKey(user.id));
      localStorage.removeItem(tokenKey);
      leave(true);
      await logout;
    },
    async refresh() {
      const before = userOf(state)?.id;
      const { data: user } = await api('GET /auth/user');
      // Somebody else may have signed in meanwhile.
      if (state.status === 'signedIn' && state.user.id === before) enter(user);
    },
    declineReauthentication() {
      dispatch({ type: 'decline' });
      settleRefused(false);
    },
  };

  /** Returns a function that ends it. */
  function begin(): () => void {
    connection.onRefused(async ({ message }, refusedToken) => {
      if (refusedToken !== null) {
        if (refusedToken !== connection.token) return replaced.has(refusedToken);
        // Another tab signed out, as this one is about to be told.
        if (readToken() === null) return false;
      }
      dispatch({ type: 'expire', message });
      return state.status === 'expired' && new Promise((resolve) => refused.push(resolve));
    });
    const watching = new AbortController();
    /** Handles what other tabs do. */
    function onStored({ key, oldValue, newValue }: StorageEvent) {
      // Another tab could not restore its session. The next call here asks to sign in again, and what was typed stays.
      if (key === tokenKey && newValue === '') connection.token = null;
      // Another tab signed in or out.
      else if (key === null || (key === tokenKey && oldValue !== '')) restore();
    }
    window.addEventListener('storage', onStored, watching);
    // The page enters the browser's back/forward cache as it is, and returns from there.
    window.addEventListener('pagehide', ({ persisted }) => persisted && hide(), watching);
    window.addEventListener('pageshow', ({ persisted }) => persisted && showAgain(), watching);
    if (state.status === 'restoring') restore();
    return () => {
      watching.abort();
      restoring.abort();
    };
  }

  return { session, begin };
}

type Connected = Connection & { session: Session };

// Three contexts avoid needless rendering: the connection never changes, and the user stays the same when the session
// expires.

const ConnectionContext = createContext<Connected | undefined>(undefined);
const StateContext = createContext<SessionState | undefined>(undefined);
const UserContext = createContext<CurrentUser | undefined>(undefined);

export function SessionProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, connection, firstState);
  const [{ connected, begin }] = useState(() => {
    const { session, begin } = createSession(connection, state, dispatch);
    return { connected: { ...connection, session }, begin };
  });
  useEffect(begin, [begin]);
  return (
    <ConnectionContext value={connected}>
      <StateContext value={state}>
        <UserContext value={userOf(state)}>{children}</UserContext>
      </StateContext>
    </ConnectionContext>
  );
}

/** Starts with the user if the answer arrived before React started. */
export function firstState({ queries }: Connection): SessionState {
  if (readToken() === null) return { status: 'signedOut', byChoice: false };
  const cached = queries.peek('GET /auth/user', {});
  if (!cached) return { status: 'restoring' };
  keepTimeFor(cached.answered.data);
  return { status: 'signedIn', user: cached.answered.data };
}

/** Returns the value of a context, and throws if its provider has none. */
function useProvided<T>(context: Context<T | undefined>): T {
  const value = useContext(context);
  if (value === undefined) throw new Error('Nobody is signed in');
  return value;
}

/** Returns the client, the reads that screens share, and the actions on the session. */
export const useConnection = () => useProvided(ConnectionContext);

export const useSession = () => useProvided(StateContext);

/** Returns the signed-in user, for what only signed-in users see. It stays the same when the session expires. */
export const useUser = () => useProvided(UserContext);
