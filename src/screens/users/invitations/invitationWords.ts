// What cards and list say of users who have not signed in yet.

import type { Invitation } from '../../../contract/entities/invitations.ts';
import { formatDay } from '../../../format/time.ts';

type InvitationState = 'open' | 'expired' | 'ended';

/** `now` is in milliseconds. */
export function stateOf({ ended, expires_at }: Invitation, now = Date.now()): InvitationState {
  if (ended) return 'ended';
  return Date.parse(expires_at) <= now ? 'expired' : 'open';
}

export const badgeWords = {
  open: { tone: 'accent', words: 'Invited, not yet signed in' },
  expired: { tone: 'warning', words: 'Invitation expired' },
  ended: { tone: 'neutral', words: 'Invitation ended' },
} as const;

/** `sendsMail` is undefined as long as it is not known. */
export function explain(invitation: Invitation, sendsMail?: boolean): string {
  const { sent_at, expires_at, is_mailed, mail_error } = invitation;
  switch (stateOf(invitation)) {
    case 'ended':
      return 'It was taken back, or the e-mail was changed. They cannot sign in.';
    case 'expired':
      return `The link expired on ${formatDay(expires_at)}`;
    case 'open':
      if (is_mailed) return `Mailed ${formatDay(sent_at)}, the link works until ${formatDay(expires_at)}`;
      if (mail_error) return `Not mailed yet: ${mail_error}`;
      return sendsMail === false
        ? 'Not mailed: the server has no mail server, so the mail waits there'
        : 'Being mailed';
  }
}
