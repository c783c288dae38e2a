// Jobs that send mail: what they need, and how they queue it.

import type { Db, Queries } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import { plusMinutes } from '../time/clock.ts';
import { addMail, type Mail } from './outboxQueries.ts';

export interface MailJob {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  /** The console's address, for links in mails. */
  readonly publicUrl: string;
  /** Prints mails too, in development without a mail server. */
  readonly showMail?: (mail: Mail) => void;
}

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
