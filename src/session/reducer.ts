// The session's states and what moves it between them. Pure.

import type { User } from '../contract/entities/people.ts';

export type Session =
  | { status: 'restoring' }
  /** `left`: by choice and in this tab, so that the next sign-in starts at the beginning. */
  | { status: 'signedOut'; left: boolean; notice?: string }
  | { status: 'signedIn'; user: User }
  /** The token was refused in mid-session: the screen stays, a sign-in dialog stands over it. */
  | { status: 'expired'; user: User; message: string };

type SessionEvent =
  | { type: 'restoring' }
  | { type: 'notRestored'; notice?: string }
  | { type: 'signedIn'; user: User }
  | { type: 'refreshed'; user: User }
  | { type: 'left' }
  | { type: 'refused'; message: string }
  | { type: 'reauthenticationDeclined' };

export function sessionReducer(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'restoring':
      return { status: 'restoring' };
    case 'notRestored':
      return { status: 'signedOut', left: false, notice: event.notice };
    case 'signedIn':
      if (session.status === 'signedIn' && session.user === event.user) return session;
      return { status: 'signedIn', user: event.user };
    case 'refreshed':
      return session.status === 'signedIn' ? { status: 'signedIn', user: event.user } : session;
    case 'left':
      return { status: 'signedOut', left: true };
    case 'refused':
      return session.status === 'signedIn'
        ? { status: 'expired', user: session.user, message: event.message }
        : session;
    case 'reauthenticationDeclined':
      return session.status === 'expired' ? { status: 'signedIn', user: session.user } : session;
  }
}
