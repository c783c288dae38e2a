// Invitations of users who have yet to choose their password by a mailed link. An ended invitation stays without its
// token, so that the user cannot sign in until they are invited again or get a password.

import type { Invitation } from '../../../src/shared/contract/people.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { createToken } from '../../platform/crypto/hashes.ts';
import { maybeOne, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { isUnexpired } from '../../platform/db/moments.ts';
import { singleLine } from '../../platform/log/log.ts';
import { addMail, dropMail, type Mail } from '../../platform/mail/outboxQueries.ts';
import { asUtc, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { type Credentials, hasEmail, normalizeEmail } from './credentialQueries.ts';

export const invitationDays = 7;

/** Matches invitations that have neither ended nor expired, and whose e-mail is still the user's. */
const isOpen = (now: Date): Sql =>
  sql`token_hash is not null and ${isUnexpired(sql`expires_at`, invitationDays * 24 * 60, now)}
    and invitations.email = users.email`;

interface FoundInvitation extends Credentials {
  name: string;
  /** Name of the user who invited; empty if that user is gone. */
  invited_by: string;
  expires_at: string;
}

export const findInvitation = (queries: Queries, tokenHash: string, now: Date): Promise<FoundInvitation | undefined> =>
  maybeOne(
    queries,
    sql`select users.id, users.name, users.email, users.password_hash, expires_at,
        coalesce(inviters.name, '') as invited_by
      from invitations join users on users.id = user_id left join users inviters on inviters.id = invited_by
      where token_hash = ${tokenHash} and ${isOpen(now)}`,
  );

/** Finds the invited user with this e-mail for single sign-on, if they have not signed in yet. */
export const findInvited = (queries: Queries, email: string, now: Date): Promise<Credentials | undefined> =>
  maybeOne(
    queries,
    sql`select users.id, users.email, users.password_hash from invitations join users on users.id = user_id
      where ${hasEmail(email)} and ${isOpen(now)}`,
  );

/** Ends the invitation of a user who may no longer sign in: its link is dead, and no reset link is mailed. */
export async function endInvitation(queries: Queries, userId: number): Promise<void> {
  await dropMailOf(queries, userId);
  await queries.run(sql`update invitations set token_hash = null where user_id = ${userId}`);
}

/** Deletes the invitation of a user who can sign in another way. */
export async function deleteInvitation(queries: Queries, userId: number): Promise<void> {
  await dropMailOf(queries, userId);
  await queries.run(sql`delete from invitations where user_id = ${userId}`);
}

/** Drops a mail that is still waiting, because its link is dead. */
const dropMailOf = (queries: Queries, userId: number): Promise<void> =>
  dropMail(queries, sql`(select mail_id from invitations where user_id = ${userId})`);

export const countInvitations = (queries: Queries, ofUsers: Sql): Promise<number> =>
  scalar(queries, sql`select count(*) from invitations where ${ofUsers}`);

interface InvitationRow extends Omit<Invitation, 'is_mailed'> {
  user_id: number;
  mail_id: number | null;
  mail_sent_at: string | null;
}

/** Returns invitations by user. */
export async function invitationsOf(
  queries: Queries,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Invitation>> {
  const rows = await queries.all<InvitationRow>(
    sql`select user_id, token_hash is null as ended, mail_id, coalesce(inviters.name, '') as invited_by,
        invitations.sent_at, invitations.expires_at, outbox.sent_at as mail_sent_at,
        coalesce(outbox.last_error, '') as mail_error
      from invitations left join users inviters on inviters.id = invited_by left join outbox on outbox.id = mail_id
      where user_id in (${userIds})`,
    ['ended'],
  );
  return new Map(
    rows.map(({ user_id, mail_id, mail_sent_at, ...row }) => [
      user_id,
      {
        ...row,
        sent_at: asUtc(row.sent_at),
        expires_at: asUtc(row.expires_at),
        // Mails that were sent may have been deleted since.
        is_mailed: mail_sent_at !== null || mail_id === null,
      },
    ]),
  );
}

/** Keep a caller from flooding one mailbox, and from mailing many people. */
export const inviteLimits = ({ id, address }: Caller, email: string): Limit[] => [
  { key: `invite ${normalizeEmail(email)}`, attempts: 5, minutes: 60 },
  { key: `invite by ${id} ${networkOf(address)}`, attempts: 200, minutes: 60 },
];

interface Invitee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/**
 * Mails a link to choose a password, and replaces an earlier one. Call it in the transaction that locks the user.
 * Returns the queued mail.
 */
export async function invite(
  queries: Queries,
  inviting: SignedInActor & { readonly publicUrl: string },
  { id, name, email }: Invitee,
): Promise<Mail> {
  const { caller, now, publicUrl } = inviting;
  const { token, hash } = createToken();
  const expiresAt = plusMinutes(now, invitationDays * 24 * 60);
  // The token is in the fragment, which browsers do not send, so it appears in no log.
  const link = `${publicUrl}/invitation#${new URLSearchParams({ token })}`;
  const until = instantOf(expiresAt);
  const mail = {
    to: email,
    subject: 'You are invited to the attendance management system',
    body: [
      `Hello ${singleLine(name)},`,
      `${singleLine(caller.name)} (${caller.email}) has invited you to the attendance management system at ${publicUrl}.`,
      `Choose your password here. The link works once, for ${invitationDays} days, until ${until} UTC:`,
      link,
      `If the link no longer works, ask for another one with this e-mail address at ${publicUrl}/forgot-password`,
      "If you don't know what this is about, ignore this e-mail. No one can sign in without the link.",
    ].join('\n\n'),
  };
  const mailId = await addMail(queries, mail, now, expiresAt);
  await deleteInvitation(queries, id);
  await queries.run(
    sql`insert into invitations (user_id, token_hash, email, invited_by, mail_id, sent_at, expires_at)
      values (${id}, ${hash}, ${email}, ${caller.id}, ${mailId}, ${instantOf(now)}, ${until})`,
  );
  const after = { email, expires_at: until };
  await audit(queries, inviting, 'users.invite', 'users', { subjectId: id, after });
  return mail;
}
