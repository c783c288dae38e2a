// Jobs that send mail: what they need, and how they queue it.

import type { Queries } from '../db/db.ts';
import type { Services } from '../records/endpoint.ts';
import { plusMinutes } from '../time/clock.ts';
import { addMail, type Mail } from './outboxQueries.ts';

export type MailJob = Pick<Services, 'db' | 'log' | 'clock' | 'publicUrl' | 'showMail'>;

/** Queues the mails that `write` returns, in its transaction. After `minutes`, they are too old to be sent. */
export async function queueMails(
  { db, log, clock, showMail }: MailJob,
  minutes: number,
  write: (queries: Queries) => Promise<readonly Mail[]>,
): Promise<void> {
  const mails = await db.tx(async (queries) => {
    const written = await write(queries);
    const now = clock();
    for (const mail of written) await addMail(queries, mail, now, plusMinutes(now, minutes));
    return written;
  });
  for (const mail of mails) {
    log.info('mail queued', { subject: mail.subject });
    showMail?.(mail);
  }
}
