// What cards and list say of users who have not signed in yet.

import type { Invitation } from '../../../../shared/contract/people.ts';
import { formatDay } from '../../../../shared/words/time.ts';

type InvitationState = 'open' | 'expired' | 'ended';

/** `now` is in milliseconds. */
export function stateOf({ ended, expires_at }: Invitation, now = Date.now()): InvitationState {
  if (ended) return 'ended';
  return Date.parse(expires_at) <= now ? 'expired' : 'open';
}

export const badgeWords = {
  open: { tone: 'accent', words: 'Invited, not yet signed in', short: 'Invited' },
  expired: { tone: 'warning', words: 'Invitation expired', short: 'Expired' },
  ended: { tone: 'neutral', words: 'Invitation ended', short: 'Ended' },
} as const;

/** `sendsMail` is undefined as long as it is not known. */
export function explain(invitation: Invitation, sendsMail?: boolean): string {
  const { expires_at, is_mailed, mail_error } = invitation;
  switch (stateOf(invitation)) {
    case 'ended':
      return 'They cannot sign in: it was taken back, or the e-mail was changed';
    case 'expired':
      return `Expired on ${formatDay(expires_at)}`;
    case 'open':
      if (is_mailed) return `Valid until ${formatDay(expires_at)}`;
      if (mail_error) return `Not mailed yet: ${mail_error}`;
      return sendsMail === false ? 'Not mailed: no mail server' : 'Being mailed';
  }
}
