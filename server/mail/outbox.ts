// Sends the mails that were written down, each by one process at a time, until the mail server has taken it
// or its time is over.

import { createTransport } from 'nodemailer';
import type { Db } from '../db/db.ts';
import { claimMail, dropExpiredMails, type Mail, mailFailed, mailSent } from './outboxQueries.ts';
import { singleLine } from '../platform/singleLine.ts';
import { errorMessage, type Log } from '../platform/log.ts';
import { type Job, startRepeating } from '../platform/repeating.ts';

type Send = (mail: Mail) => Promise<void>;

/** By SMTP, with time limits that a request for a new password can wait for. */
export function createMailer(url: string, from: string): Send {
  const transport = createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  });
  return async ({ to, subject, body }) => {
    await transport.sendMail({ from, to, subject, text: body });
  };
}

export interface Outbox {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly send: Send;
}

/** Other processes add mails as well, so it looks by itself. */
export const startOutbox = (outbox: Outbox, pauseMs = 3_000): Job =>
  startRepeating('sending mail', pauseMs, outbox.log, (isStopping) => sendDue(outbox, isStopping));

export async function sendDue({ db, log, clock, send }: Outbox, isStopping = () => false): Promise<void> {
  for (const { id, attempts } of await dropExpiredMails(db, clock())) {
    log.warn('mail dropped, it has expired', { outbox_id: id, attempts });
  }
  while (!isStopping()) {
    const due = await claimMail(db, clock());
    if (!due) return;
    try {
      await send(due.mail);
    } catch (error) {
      const why = singleLine(errorMessage(error));
      await mailFailed(db, due, why);
      log.warn('mail not sent', { outbox_id: due.id, attempts: due.attempts, error: why });
      continue;
    }
    await mailSent(db, due.id, clock());
    log.info('mail sent', { outbox_id: due.id });
  }
}
