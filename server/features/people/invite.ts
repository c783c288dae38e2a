// Invites a user by mail to choose their password.

import type { Caller } from '../../platform/access/caller.ts';
import { type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { createToken } from '../../platform/crypto/hashes.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Queries } from '../../platform/db/db.ts';
import { addMail, type Mail } from '../../platform/mail/outboxQueries.ts';
import { singleLine } from '../../platform/log/log.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { normalEmail } from './credentialQueries.ts';
import { invitationDays, storeInvitation } from './invitationQueries.ts';

/** Against filling somebody's mailbox, and against mailing many people. */
export const inviteLimits = ({ id, address }: Caller, email: string): Limit[] => [
  { key: `invite ${normalEmail(email)}`, attempts: 5, minutes: 60 },
  { key: `invite by ${id} ${networkOf(address)}`, attempts: 200, minutes: 60 },
];

interface Invitee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

interface Inviting {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  readonly publicUrl: string;
}

/** Call it in the transaction that holds the user still. Answers the mail that it queued. */
export async function invite(
  queries: Queries,
  { caller, now, requestId, publicUrl }: Inviting,
  { id, name, email }: Invitee,
): Promise<Mail> {
  const { token, hash } = createToken();
  const expiresAt = plusMinutes(now, invitationDays * 24 * 60);
  const mail = invitationMail({ name, email }, caller, { publicUrl, token, expiresAt });
  const mailId = await addMail(queries, mail, now, expiresAt);
  const invitation = { userId: id, email, tokenHash: hash, invitedBy: caller.id, mailId, expiresAt };
  await storeInvitation(queries, invitation, now);
  const after = { email, expires_at: instantOf(expiresAt) };
  await audit(queries, { caller, now, requestId, action: 'users.invite', subject: 'users', subjectId: id, after });
  return mail;
}

interface Link {
  readonly publicUrl: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** The token is in the fragment, which browsers do not send, so that no log has it. */
function invitationMail(to: Omit<Invitee, 'id'>, by: Caller, { publicUrl, token, expiresAt }: Link): Mail {
  return {
    to: to.email,
    subject: 'You are invited to the attendance management system',
    body: [
      `Hello ${singleLine(to.name)},`,
      `${singleLine(by.name)} (${by.email}) has invited you to the attendance management system at ${publicUrl}.`,
      `Choose your password here. The link works once, for ${invitationDays} days, until ${instantOf(expiresAt)} UTC:`,
      `${publicUrl}/invitation#${new URLSearchParams({ token })}`,
      `If the link no longer works, ask for another one with this e-mail address at ${publicUrl}/forgot-password`,
      "If you don't know what this is about, ignore this e-mail. Nobody can sign in without the link.",
    ].join('\n\n'),
  };
}
