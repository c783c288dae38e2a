// Reports a failed backup by e-mail, at most once a day, to those who may change settings and see all companies.

import { type Db, maybeOne } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { addMail, recipientsEverywhere } from '../../platform/mail/outboxQueries.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';

export interface Failure {
  readonly reason: string;
  /** When the backup was due. Its failure is reported once, however often it is tried. */
  readonly due: Date;
  readonly last: Date | undefined;
}

const subject = 'The daily backup failed';
/** Long enough for a mail server that is down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export async function mailFailure(db: Db, failure: Failure, publicUrl: string, now: Date): Promise<void> {
  await db.tx(async (queries) => {
    const isTold = await maybeOne(
      queries,
      sql`select 1 from outbox where subject = ${subject} and created_at >= ${instantOf(failure.due)} limit 1`,
    );
    if (isTold) return;
    for (const to of await recipientsEverywhere(queries, 'settings.edit'))
      await addMail(queries, { to, subject, body: bodyOf(failure, publicUrl) }, now, plusMinutes(now, mailMinutes));
  });
}

const bodyOf = ({ reason, last }: Failure, publicUrl: string): string =>
  [
    `The server at ${publicUrl} could not back up its database:`,
    reason,
    last ? `The last proven backup was made at ${last.toISOString()}.` : 'There is no proven backup.',
    'The server tries again every hour.',
  ].join('\n\n');
