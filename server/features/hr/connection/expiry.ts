// Lists credentials that expire within two weeks or have expired.
import type { Attention } from '../../../../src/shared/contract/dashboard.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { daysAfter } from '../../../platform/time/clock.ts';
import { currentClocks, type Moment } from '../../settings/clocks.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Connection, Finding } from '../connectors/connector.ts';
import { addMail, type Mail, recipientsOf } from '../../../platform/mail/outboxQueries.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { type Job, type MailingJob, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';

const warningDays = 14;

/** `expiresOn` is the last day on which the credentials work. */
export const isExpiring = (expiresOn: string, today: string): boolean =>
  expiresOn !== '' && expiresOn <= daysAfter(today, warningDays);

export const isExpired = (expiresOn: string, today: string): boolean => expiresOn !== '' && expiresOn < today;

export function expiryFindings(expiresOn: string, { clock, now }: Pick<Connection, 'clock' | 'now'>): Finding[] {
  const today = clock.dayOf(instantOf(now));
  if (!isExpiring(expiresOn, today)) return [];
  return isExpired(expiresOn, today)
    ? [{ what: 'Credentials', says: `They expired: their last day was ${expiresOn}`, state: 'bad' }]
    : [{ what: 'Credentials', says: `They expire: their last day is ${expiresOn}`, state: 'warning' }];
}

type ExpiringCredentials = NonNullable<Attention['hr']>['expiring'];

/** Sorted by date of expiry. */
export async function expiringCredentials(
  queries: Queries,
  { caller, clocks, now }: Moment,
): Promise<ExpiringCredentials> {
  const rows = await queries.all<ExpiringCredentials[number]>(
    sql`select companies.id as company_id, companies.name as company_name, expires_on
      from hr_connections join companies on companies.id = company_id
      where deleted_at is null and expires_on <> '' and ${companyScope(caller, sql`companies.id`)}
      order by expires_on, companies.id`,
  );
  const instant = instantOf(now);
  return rows.filter(({ company_id, expires_on }) => isExpiring(expires_on, clocks.of(company_id).dayOf(instant)));
}

// Mails about expiring credentials of an HR system, once two weeks before and once after, to the users who may
// configure the company's HR sync.
const pauseMs = 10 * 60_000;
/** Long enough for a mail server that is down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export const startExpiryWatch = (watch: MailingJob): Job =>
  startRepeating('watching credentials', pauseMs, watch.log, () => watchExpiry(watch));

/** Safe in any number of processes: each mail is sent once. */
export async function watchExpiry({ db, log, clock, publicUrl, showMail }: MailingJob): Promise<void> {
  const now = clock();
  const clocks = await currentClocks(db);
  const todayOf = (companyId: number) => clocks.of(companyId).dayOf(instantOf(now));
  const mails = await db.tx(async (queries) => {
    const queued = await mailsAbout(queries, await claimExpiring(queries, todayOf), publicUrl);
    for (const mail of queued) await addMail(queries, mail, now, plusMinutes(now, mailMinutes));
    return queued;
  });
  for (const mail of mails) {
    log.info('mail queued', { subject: mail.subject });
    showMail?.(mail);
  }
}

interface Expiring {
  readonly company_id: number;
  readonly company_name: string;
  readonly connector: string;
  readonly expires_on: string;
  readonly isPast: boolean;
}

/** Marks the credentials that no mail told about yet, and returns them; of several processes, only one gets each. */
async function claimExpiring(queries: Queries, todayOf: (companyId: number) => string): Promise<Expiring[]> {
  const connections = await queries.all<Omit<Expiring, 'isPast'>>(
    sql`select company_id, companies.name as company_name, connector, expires_on
      from hr_connections join companies on companies.id = company_id
      where expires_on <> '' and deleted_at is null and is_active = true order by company_name, company_id`,
  );
  const claimed: Expiring[] = [];
  for (const connection of connections) {
    const { company_id, expires_on } = connection;
    const today = todayOf(company_id);
    if (!isExpiring(expires_on, today)) continue;
    const isPast = isExpired(expires_on, today);
    const stage = `${isPast ? 'past' : 'near'} ${expires_on}`;
    const rows = await queries.run(
      sql`update hr_connections set warned_of = ${stage}
        where company_id = ${company_id} and expires_on = ${expires_on} and warned_of <> ${stage}`,
    );
    if (rows > 0) claimed.push({ ...connection, isPast });
  }
  return claimed;
}

async function mailsAbout(queries: Queries, expiring: readonly Expiring[], publicUrl: string): Promise<Mail[]> {
  if (expiring.length === 0) return [];
  const ids = expiring.map(({ company_id }) => company_id);
  const recipients = await recipientsOf(queries, 'hr_sync.configure', ids);
  return recipients.map(({ email, companies }) => {
    const theirs = expiring.filter(({ company_id }) => companies.has(company_id));
    const lines = theirs.map((company) => singleLine(lineOf(company)));
    const [first] = theirs;
    return {
      to: email,
      subject:
        first && theirs.length === 1
          ? singleLine(`${first.company_name}: HR credentials ${first.isPast ? 'expired' : 'expire'}`)
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

function lineOf({ company_name, connector, expires_on, isPast }: Expiring): string {
  const system = isConnectorKind(connector) ? connectorOf(connector).name : connector;
  return isPast
    ? `${company_name}: the credentials for ${system} expired. Their last day was ${expires_on}.`
    : `${company_name}: the credentials for ${system} expire. Their last day is ${expires_on}.`;
}
