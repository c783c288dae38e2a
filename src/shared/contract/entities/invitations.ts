// Users who are invited by mail to choose their own password.

import { type Decoded, flag, integer, maybe, object, text } from '../decode.ts';
import { version } from '../laterDecoders.ts';
import { userFields } from './people.ts';

const invitation = object({
  /** It was taken back, or the user has another e-mail now. */
  ended: flag,
  invited_by: text,
  sent_at: text,
  expires_at: text,
  is_mailed: flag,
  /** Why the mail could not be sent at the last try; empty if it was not tried yet. */
  mail_error: text,
});
export type Invitation = Decoded<typeof invitation>;

/** A user as administrators see them. */
export const listedUser = object({
  ...userFields,
  /** Of a user who has not signed in yet. */
  invitation: maybe(invitation),
  /** Null for callers who may not manage how users sign in. */
  has_second_factor: maybe(flag),
  version,
});
export type ListedUser = Decoded<typeof listedUser>;

/** What somebody sees who opens the link. */
export const openedInvitation = object({ name: text, email: text, invited_by: text, expires_at: text });

export const invitationOverview = object({
  /** How long a link works. */
  days: integer,
  /** Without a mail server, mails wait until an administrator prints them. */
  sends_mail: flag,
  /** Users who have not signed in yet, of those that the caller sees. */
  waiting: integer,
});
