// The outbox. Mails are queued in the transaction that causes them, so none is lost and none is sent for a
// transaction that failed.

import { maybeOne, one, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { instantOf, plusMinutes } from '../time/instants.ts';

/** Short enough that a mail is still valid when the mail server is back. */
const longestPauseMinutes = 10;

/** How long a mail is its process's alone: clocks of servers differ, so longer than sending it may take. */
const claimMinutes = 4;
export const sendWithinMs = 2 * 60_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** Answers its id. The mail is not sent after `expiresAt`, when its link no longer works. */
export async function addMail(
  queries: Queries,
  { to, subject, body }: Mail,
  now: Date,
  expiresAt: Date,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into outbox (recipient, subject, body, created_at, expires_at)
      values (${to}, ${subject}, ${body}, ${instantOf(now)}, ${instantOf(expiresAt)}) returning id`,
  );
  return id;
}

/** A mail that was not sent yet is never sent: its link no longer works. */
export async function dropMail(queries: Queries, id: number): Promise<void> {
  await queries.run(sql`update outbox set body = '', expires_at = created_at where id = ${id} and sent_at is null`);
}

interface DueMail {
  readonly id: number;
  readonly attempts: number;
  readonly mail: Mail;
}

/** Claims the oldest mail that is due. If the process dies while sending it, another try follows after the claim. */
export async function claimMail(queries: Queries, now: Date): Promise<DueMail | undefined> {
  const isDue = sql`sent_at is null and expires_at > ${instantOf(now)}
    and (next_try_at is null or next_try_at <= ${instantOf(now)})`;
  const due = await maybeOne<{ id: number; attempts: number }>(
    queries,
    sql`select id, attempts from outbox where ${isDue} order by id limit 1`,
  );
  if (!due) return undefined;
  const claimedUntil = instantOf(plusMinutes(now, claimMinutes));
  const row = await maybeOne<{ recipient: string; subject: string; body: string; attempts: number }>(
    queries,
    sql`update outbox set attempts = attempts + 1, next_try_at = ${claimedUntil}
      where id = ${due.id} and ${isDue} returning recipient, subject, body, attempts`,
  );
  // Another process claimed it first.
  if (!row) return undefined;
  const { recipient, subject, body, attempts } = row;
  return { id: due.id, attempts, mail: { to: recipient, subject, body } };
}

/** Also clears the body, which may hold a password reset link. */
export async function recordSent(queries: Queries, id: number, now: Date): Promise<void> {
  await queries.run(sql`update outbox set sent_at = ${instantOf(now)}, body = '', last_error = '' where id = ${id}`);
}

/** It is tried again after a pause that grows with its attempts. */
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
    sql`update outbox set body = ''
      where sent_at is null and body <> '' and expires_at <= ${instantOf(now)} returning id, attempts`,
  );

/** With their text, unless they have expired. */
export const listUnsentMails = (queries: Queries): Promise<object[]> =>
  queries.all(
    sql`select id, recipient, subject, body, created_at, expires_at, attempts, last_error
      from outbox where sent_at is null order by id`,
  );
