// Mails about expiring credentials of an HR system, once two weeks before and once after, to the users who may
// configure the company's HR sync.

import type { Db, Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { addMail, type Mail, recipientsOf } from '../../../platform/mail/outboxQueries.ts';
import { type Log, singleLine } from '../../../platform/log/log.ts';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { daysAfter } from '../../../platform/time/clock.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';
import { isExpired, warningDays } from './expiry.ts';

interface ExpiryWatch {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  /** The console's address, for links. */
  readonly publicUrl: string;
  readonly showMail?: (mail: Mail) => void;
}

const pauseMs = 10 * 60_000;
/** Long enough for a mail server that is down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export const startExpiryWatch = (watch: ExpiryWatch): Job =>
  startRepeating('watching credentials', pauseMs, watch.log, () => watchExpiry(watch));

/** Safe in any number of processes: each mail is sent once. */
export async function watchExpiry({ db, log, clock, publicUrl, showMail }: ExpiryWatch): Promise<void> {
  const now = clock();
  const today = (await currentClocks(db)).ofInstallation.dayOf(instantOf(now));
  const mails = await db.tx(async (queries) => {
    const queued = await mailsAbout(queries, await claimExpiring(queries, today), today, publicUrl);
    for (const mail of queued) await addMail(queries, mail, now, plusMinutes(now, mailMinutes));
    return queued;
  });
  for (const mail of mails) {
    log.info('mail queued', { subject: mail.subject });
    showMail?.(mail);
  }
}

interface Expiring {
  company_id: number;
  company_name: string;
  connector: string;
  expires_on: string;
}

/** Marks the credentials that no mail told about yet, and returns them; of several processes, only one gets each. */
async function claimExpiring(queries: Queries, today: string): Promise<Expiring[]> {
  const stage = sql`case when expires_on < ${today} then 'past ' else 'near ' end || expires_on`;
  const claimed = await queries.all<{ company_id: number }>(
    sql`update hr_connections set warned_of = ${stage}
      where expires_on <> '' and expires_on <= ${daysAfter(today, warningDays)} and warned_of <> ${stage}
        and company_id in (select id from companies where deleted_at is null and is_active = true)
      returning company_id`,
  );
  return queries.all(
    sql`select company_id, companies.name as company_name, connector, expires_on
      from hr_connections join companies on companies.id = company_id
      where company_id in (${claimed.map(({ company_id }) => company_id)}) order by company_name, company_id`,
  );
}

async function mailsAbout(
  queries: Queries,
  expiring: readonly Expiring[],
  today: string,
  publicUrl: string,
): Promise<Mail[]> {
  if (expiring.length === 0) return [];
  const ids = expiring.map(({ company_id }) => company_id);
  const recipients = await recipientsOf(queries, 'hr_sync.configure', ids);
  return recipients.map(({ email, companies }) => {
    const theirs = expiring.filter(({ company_id }) => companies.has(company_id));
    const lines = theirs.map((company) => singleLine(lineOf(company, today)));
    const [first] = theirs;
    return {
      to: email,
      subject:
        first && theirs.length === 1
          ? singleLine(
              `${first.company_name}: HR credentials ${isExpired(first.expires_on, today) ? 'expired' : 'expire'}`,
            )
          : `HR credentials of ${theirs.length} companies expire`,
      body: [
        ...lines,
        `Make new ones in the HR system, and enter them in the HR Connection of the company: ${publicUrl}/hr-sync`,
        'You get this mail because you may configure the HR sync of these companies. It is sent two weeks before, and' +
          ' once more when the credentials have expired.',
      ].join('\n\n'),
    };
  });
}

function lineOf({ company_name, connector, expires_on }: Expiring, today: string): string {
  const system = isConnectorKind(connector) ? connectorOf(connector).name : connector;
  return isExpired(expires_on, today)
    ? `${company_name}: the credentials for ${system} expired. Their last day was ${expires_on}.`
    : `${company_name}: the credentials for ${system} expire. Their last day is ${expires_on}.`;
}
