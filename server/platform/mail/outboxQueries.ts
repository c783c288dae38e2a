// The outbox. Mails are queued in the transaction that causes them, so none is lost and none is sent for a
// transaction that failed.

import { list, object, text } from '../../../src/shared/contract/decode.ts';
import type { Permission } from '../../../src/shared/contract/permissions.ts';
import { groupRows, maybeOne, type Queries, type Sql, scalar, scalars, sql } from '../db/db.ts';
import { instantOf, plusMinutes } from '../time/clock.ts';

/** Short enough that a mail is still valid when the mail server is back. */
const longestPauseMinutes = 10;

/** How long a mail server may examine a mail before it answers (RFC 5321, 4.5.3.2.6): given up, it arrives twice. */
export const answerWithinMs = 10 * 60_000;
export const sendWithinMs = answerWithinMs + 60_000;
/** How long a mail belongs to one process: longer than sending takes, because servers' clocks differ. */
const claimMinutes = 13;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Contents are base64. */
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
}

/** Returns its id. The mail is not sent after `expiresAt`, when its link no longer works. */
export const addMail = (
  queries: Queries,
  { to, subject, body, attachments }: Mail,
  now: Date,
  expiresAt: Date,
  payrollFileId: number | null = null,
): Promise<number> =>
  scalar(
    queries,
    sql`insert into outbox (recipient, subject, body, created_at, expires_at, attachments, payroll_file_id)
      values (${to}, ${subject}, ${body}, ${instantOf(now)}, ${instantOf(expiresAt)},
        ${attachments ? JSON.stringify(attachments) : ''}, ${payrollFileId}) returning id`,
  );

/** Keeps a mail that was not sent yet from being sent: its link no longer works. */
export async function dropMail(queries: Queries, id: Sql): Promise<void> {
  await queries.run(sql`update outbox set body = '', expires_at = created_at where id = ${id} and sent_at is null`);
}

export interface DueMail {
  readonly id: number;
  /** Unique to the mail, and the same for each attempt. */
  readonly key: string;
  readonly attempts: number;
  readonly mail: Mail;
}

interface Row extends Omit<Mail, 'attachments'> {
  id: number;
  created_at: string;
  attempts: number;
  attachments: string;
}

/** Claims the oldest mail that is due. If the process dies while sending it, another try follows after the claim. */
export async function claimMail(queries: Queries, now: Date): Promise<DueMail | undefined> {
  // A next try later than any pause allows was set before the clock was set back.
  const isDue = sql`sent_at is null and expires_at > ${instantOf(now)} and (next_try_at is null
    or next_try_at <= ${instantOf(now)} or next_try_at > ${instantOf(plusMinutes(now, 2 * longestPauseMinutes))})`;
  const claimedUntil = instantOf(plusMinutes(now, claimMinutes));
  // Another process may have claimed the mail that was found: it is no longer due, and no other is taken.
  const row = await maybeOne<Row>(
    queries,
    sql`update outbox set attempts = attempts + 1, next_try_at = ${claimedUntil}
      where id = (select id from outbox where ${isDue} order by id limit 1) and ${isDue}
      returning id, created_at, attempts, recipient as "to", subject, body, attachments`,
  );
  if (!row) return undefined;
  const { id, created_at, attempts, attachments, ...mail } = row;
  return {
    id,
    // A database restored from a backup gives out the same ids again.
    key: `${id} ${created_at}`,
    attempts,
    mail: { ...mail, ...(attachments && { attachments: attachmentsOf(JSON.parse(attachments)) }) },
  };
}

const attachmentsOf = list(object({ name: text, content: text }));

/** Clears the body too, which may hold a password reset link, and the attachments. */
export async function recordSent(queries: Queries, id: number, now: Date): Promise<void> {
  await queries.run(
    sql`update outbox set sent_at = ${instantOf(now)}, body = '', attachments = '', last_error = '' where id = ${id}`,
  );
}

/** Schedules another attempt after a pause that grows with the attempts. */
export async function recordFailure(
  queries: Queries,
  { id, attempts }: Pick<DueMail, 'id' | 'attempts'>,
  error: string,
  now: Date,
): Promise<void> {
  const nextTry = instantOf(plusMinutes(now, Math.min(2 ** (attempts - 1), longestPauseMinutes)));
  await queries.run(sql`update outbox set last_error = ${error}, next_try_at = ${nextTry} where id = ${id}`);
}

/** Clears expired mails and returns each of them once. */
export const dropExpiredMails = (queries: Queries, now: Date): Promise<{ id: number; attempts: number }[]> =>
  queries.all(
    sql`update outbox set body = '', attachments = ''
      where sent_at is null and body <> '' and expires_at <= ${instantOf(now)} returning id, attempts`,
  );

/** Mails that wait, with their text unless they have expired. */
export const listUnsentMails = (queries: Queries): Promise<object[]> =>
  queries.all(
    sql`select id, recipient, subject, body, created_at, expires_at, attempts, last_error
      from outbox where sent_at is null order by id`,
  );

/** Lists who is mailed about these companies: users who hold the permission and see the company. */
export async function recipientsOf(
  queries: Queries,
  permission: Permission,
  companyIds: readonly number[],
): Promise<{ email: string; companies: Set<number> }[]> {
  const rows = await queries.all<{ user_id: number; email: string; company_id: number }>(
    sql`select users.id as user_id, email, companies.id as company_id
      from users cross join companies
      where companies.id in (${companyIds}) and ${isKnown} and ${holds(permission)} and (${holds('companies.all')}
        or exists (select 1 from user_companies where user_id = users.id and company_id = companies.id))
      order by email`,
  );
  return [...groupRows('user_id', rows).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ email: first.email, companies: new Set(of.map(({ company_id }) => company_id)) }] : [];
  });
}

/** Lists who is mailed about the installation: users who hold the permission and see all companies. */
export const recipientsEverywhere = (queries: Queries, permission: Permission): Promise<string[]> =>
  scalars<string>(
    queries,
    sql`select email from users
      where ${isKnown} and ${holds(permission)} and ${holds('companies.all')} order by email`,
  );

/**
 * A condition on a row of users that excludes invited people: an invitation goes to whatever address was typed, and may
 * be taken back, so they may be strangers.
 */
export const isKnown = sql`(users.id not in (select user_id from invitations)
  or users.id in (select user_id from single_sign_on_links))`;

/** A condition on a row of users. */
export const holds = (permission: Permission): Sql => sql`exists (
  select 1 from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
  where user_roles.user_id = users.id and permissions.name = ${permission})`;
