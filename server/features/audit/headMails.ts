// Mails the hash of the audit's last entry once a day to addresses that the operator chose, so that it is kept where
// nobody who controls the database can change it. Cutting off the end or rewriting the chain then shows.

import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { maybeOne, sql } from '../../platform/db/db.ts';
import { type MailJob, queueMails } from '../../platform/mail/mailJob.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { currentClocks } from '../settings/clocks.ts';

interface HeadMails extends MailJob {
  readonly to: readonly string[];
}

const pauseMs = 10 * 60_000;
/** A mail server may be down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export const startHeadMails = (mails: HeadMails): Job =>
  startRepeating('mailing the hash of the audit', pauseMs, mails.log, () => mailHead(mails));

/** Runs in any number of processes, one of which sends the mail of each business day. */
export async function mailHead(mails: HeadMails): Promise<void> {
  if (mails.to.length === 0) return;
  const today = (await currentClocks(mails.db)).ofInstallation.dayOf(instantOf(mails.clock()));
  await queueMails(mails, mailMinutes, async (queries) => {
    const head = await maybeOne<{ last_id: number; hash: string }>(
      queries,
      sql`update audit_head set mailed_on = ${today} where id = 1 and last_id > 0 and mailed_on <> ${today}
        returning last_id, hash`,
    );
    if (!head) return [];
    const subject = `Audit of ${today}: entry ${head.last_id}`;
    const body = [
      `Entry ${head.last_id} is the last one of the audit at ${mails.publicUrl}. Its hash is:`,
      head.hash,
      'Keep this mail. Pasted into Verify on the Audit screen, or passed to verify-audit, the hash later shows' +
        ' whether an entry up to this one was altered or removed, and whether the end was cut off.',
      'You get this mail every day because AUDIT_HEAD_TO of the server has your address.',
    ].join('\n\n');
    return mails.to.map((to) => ({ to, subject, body }));
  });
}
