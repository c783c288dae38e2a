// Mails are written down in the transaction that causes them, so none is lost and none is sent for nothing.

import { instantOf, plusMinutes } from '../time/instants.ts';
import { maybeOne, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';

/** A mail server that is back finds the mail still worth sending. */
const longestPauseMinutes = 10;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** Once it has expired, its link leads nowhere, and it is not sent any more. */
export async function addMail(
  queries: Queries,
  { to, subject, body }: Mail,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await queries.run(
    sql`insert into outbox (recipient, subject, body, created_at, expires_at)
      values (${to}, ${subject}, ${body}, ${instantOf(now)}, ${instantOf(expiresAt)})`,
  );
}

interface DueMail {
  readonly id: number;
  readonly attempts: number;
  readonly mail: Mail;
}

/**
 * The oldest that is due, for this process alone: its next try is put off before it begins. A process that
 * dies while it sends leaves the mail to that next try.
 */
export async function claimMail(queries: Queries, now: Date): Promise<DueMail | undefined> {
  const isDue = sql`sent_at is null and expires_at > ${instantOf(now)}
    and (next_try_at is null or next_try_at <= ${instantOf(now)})`;
  const due = await maybeOne<{ id: number; attempts: number }>(
    queries,
    sql`select id, attempts from outbox where ${isDue} order by id limit 1`,
  );
  if (!due) return undefined;
  const nextTry = instantOf(plusMinutes(now, Math.min(2 ** due.attempts, longestPauseMinutes)));
  const row = await maybeOne<{ recipient: string; subject: string; body: string; attempts: number }>(
    queries,
    sql`update outbox set attempts = attempts + 1, next_try_at = ${nextTry}
      where id = ${due.id} and ${isDue} returning recipient, subject, body, attempts`,
  );
  // Where another process was quicker, the next look finds what is left.
  if (!row) return undefined;
  const { recipient, subject, body, attempts } = row;
  return { id: due.id, attempts, mail: { to: recipient, subject, body } };
}

/** What was sent is not kept: it holds a key to somebody's account. */
export async function mailSent(queries: Queries, id: number, now: Date): Promise<void> {
  await queries.run(sql`update outbox set sent_at = ${instantOf(now)}, body = '', last_error = '' where id = ${id}`);
}

export async function mailFailed(queries: Queries, { id }: DueMail, why: string): Promise<void> {
  await queries.run(sql`update outbox set last_error = ${why} where id = ${id}`);
}

/** Answers each that expired unsent, once. */
export const dropExpiredMails = (queries: Queries, now: Date): Promise<{ id: number; attempts: number }[]> =>
  queries.all(
    sql`update outbox set body = ''
      where sent_at is null and body <> '' and expires_at <= ${instantOf(now)} returning id, attempts`,
  );
