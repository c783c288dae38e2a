// Who is signed in: a store that is made with the connection, before React. The client reports a refused token here;
// React subscribes.

import type { Api } from '../api/client.ts';
import { asApiError, type ApiError } from '../api/errors.ts';
import type { Queries } from '../api/queries.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import type { SignedIn } from '../../shared/contract/login.ts';
import { keepTimeOf } from '../../shared/words/days.ts';
import { recentsKey } from './recentsKey.ts';

export type SessionState =
  | { status: 'restoring' }
  /** `byChoice`: signed out in this tab, so the next sign-in starts at the dashboard. */
  | { status: 'signedOut'; byChoice: boolean; notice?: string }
  | { status: 'signedIn'; user: CurrentUser }
  /** The token was refused: the screen stays, and a sign-in dialog opens over it. */
  | { status: 'expired'; user: CurrentUser; message: string };

export interface Session {
  state(): SessionState;
  token(): string | null;
  subscribe(listener: () => void): () => void;
  /** Finds out who is signed in: at the start, when another tab signed in or out, and when Back shows this page again. */
  restore(): void;
  enter(signedIn: SignedIn): void;
  leave(): Promise<void>;
  /** Reads the user again, after their permissions may have changed. */
  refresh(): Promise<void>;
  /** The server refused the token. Resolves once the user has decided; true if they signed in again. */
  expired(refusal: ApiError): Promise<boolean>;
  declineReauthentication(): void;
}

/** Where the token is kept (specification, point 4). */
const tokenKey = 'auth_token';
const readToken = () => localStorage.getItem(tokenKey);

/** By it the first screen is requested before it is known who is signed in. */
const zoneKey = 'business_timezone';

/** Days and times are those of the business, if its server says where it is. */
function keepTimeFor(user: CurrentUser) {
  const zone = user.features.includes(zoneKey) ? user[zoneKey] : '';
  localStorage.setItem(zoneKey, zone);
  keepTimeOf(zone);
}

/**
 * `onChange`: another tab signed in or out, or the page is back from the browser's back/forward cache, where it missed
 * that. `onCached`: the page goes into that cache, as it is. A tab gets no storage events of its own.
 */
function watchBrowser(onChange: () => void, onCached: () => void): () => void {
  const watching = new AbortController();
  const listen = <K extends 'storage' | 'pageshow' | 'pagehide'>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(type, listener, watching);
  listen('storage', ({ key }) => (key === tokenKey || key === null) && onChange());
  listen('pageshow', ({ persisted }) => persisted && onChange());
  listen('pagehide', ({ persisted }) => persisted && onCached());
  return () => watching.abort();
}

/** Pauses before the second and the third attempt to reach the server. */
const retryPauses = [900, 1_800];

export function createSession(api: Api, queries: Queries): Session {
  keepTimeOf(localStorage.getItem(zoneKey));
  let state: SessionState = readToken() ? { status: 'restoring' } : { status: 'signedOut', byChoice: false };
  const listeners = new Set<() => void>();
  let stopListening = () => {};
  let restoring = new AbortController();
  /** Calls that were refused, waiting for the user to sign in again. */
  let refused: ((isSignedIn: boolean) => void)[] = [];

  function become(next: SessionState) {
    if (next.status === 'signedIn') keepTimeFor(next.user);
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function settleRefused(isSignedIn: boolean) {
    const waiting = refused;
    refused = [];
    for (const settle of waiting) settle(isSignedIn);
  }

  function signOut(byChoice: boolean, notice?: string) {
    become({ status: 'signedOut', byChoice, notice });
    settleRefused(false);
  }

  function restore() {
    restoring.abort();
    restoring = new AbortController();
    const { signal } = restoring;
    if (!readToken()) {
      // Already expired: removing the token in another tab changes nothing here.
      if (state.status !== 'expired' && state.status !== 'signedOut') signOut(false);
      return;
    }
    // A signed-in screen stays while this loads, and so does what was typed there.
    if (state.status === 'signedOut') become({ status: 'restoring' });
    fetchUser(queries, signal).then(
      (user) => {
        if (signal.aborted) return;
        const isSameUser = state.status !== 'expired' || state.user.id === user.id;
        become({ status: 'signedIn', user });
        // Never repeat one user's refused calls as another user.
        settleRefused(isSameUser);
      },
      (error: unknown) => {
        if (signal.aborted || state.status === 'expired') return;
        const { kind, message } = asApiError(error);
        localStorage.removeItem(tokenKey);
        signOut(false, kind === 'unauthenticated' ? undefined : message);
      },
    );
  }

  /** The next person to see this page may be another one. Back leads to the page as it is now, so it must be empty now. */
  function hide() {
    restoring.abort();
    if (!('user' in state)) return;
    become({ status: 'restoring' });
    settleRefused(false);
  }

  return {
    state: () => state,
    token: readToken,
    subscribe(listener) {
      if (listeners.size === 0) stopListening = watchBrowser(restore, hide);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening();
        restoring.abort();
      };
    },
    restore,
    enter({ token, user }) {
      restoring.abort();
      localStorage.setItem(tokenKey, token);
      become({ status: 'signedIn', user });
      settleRefused(true);
    },
    async leave() {
      restoring.abort();
      const logout = api('POST /auth/logout').catch(() => undefined);
      if ('user' in state) localStorage.removeItem(recentsKey(state.user.id));
      localStorage.removeItem(tokenKey);
      signOut(true);
      await logout;
    },
    async refresh() {
      const { data: user } = await api('GET /auth/user');
      if (state.status === 'signedIn') become({ status: 'signedIn', user });
    },
    expired(refusal) {
      if (state.status === 'signedIn') become({ status: 'expired', user: state.user, message: refusal.message });
      if (state.status !== 'expired') return Promise.resolve(false);
      return new Promise((resolve) => refused.push(resolve));
    },
    declineReauthentication() {
      if (state.status !== 'expired') return;
      become({ status: 'signedIn', user: state.user });
      settleRefused(false);
    },
  };
}

async function fetchUser(queries: Queries, signal: AbortSignal, [pause, ...rest] = retryPauses): Promise<CurrentUser> {
  const { promise, leave } = queries.load('GET /auth/user', {});
  signal.addEventListener('abort', leave, { once: true });
  try {
    return (await promise).data;
  } catch (error) {
    if (pause === undefined || asApiError(error).kind !== 'unreachable') throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (signal.aborted) throw error;
    return fetchUser(queries, signal, rest);
  }
}
