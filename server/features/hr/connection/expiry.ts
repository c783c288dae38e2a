// Credentials that expire within two weeks or have expired: listed, and mailed to the users who may configure the
// company's HR sync, once two weeks before and once after.

import type { Attention } from '../../../../src/shared/contract/dashboard.ts';
import { isExpired, isExpiring } from '../../../../src/shared/words/credentialExpiry.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { type MailJob, queueMails } from '../../../platform/mail/mailJob.ts';
import { type Mail, recipientsOf } from '../../../platform/mail/outboxQueries.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { currentClocks, type Moment } from '../../settings/clocks.ts';
import { bad, type Connection, type Finding, warning } from '../connectors/connector.ts';
import { connectorOf, isConnectorKind } from '../connectors/connectors.ts';

export function expiryFindings(expiresOn: string, { clock, now }: Pick<Connection, 'clock' | 'now'>): Finding[] {
  const today = clock.dayOf(instantOf(now));
  if (!isExpiring(expiresOn, today)) return [];
  return isExpired(expiresOn, today)
    ? [bad('Credentials', `They expired: their last day was ${expiresOn}`)]
    : [warning('Credentials', `They expire soon: their last day is ${expiresOn}`)];
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

const pauseMs = 10 * 60_000;
/** Long enough for a mail server that is down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export const startExpiryWatch = (job: MailJob): Job =>
  startRepeating('watching credentials', pauseMs, job.log, () => watchExpiry(job));

/** Safe to run in any number of processes: each mail is sent once. */
export async function watchExpiry(job: MailJob): Promise<void> {
  const { db, publicUrl } = job;
  const now = instantOf(job.clock());
  const clocks = await currentClocks(db);
  const due = await dueWarnings(db, (companyId) => clocks.of(companyId).dayOf(now));
  if (due.length === 0) return;
  await queueMails(job, mailMinutes, async (queries) =>
    mailsAbout(queries, await claimWarnings(queries, due), publicUrl),
  );
}

interface Expiring {
  readonly company_id: number;
  readonly company_name: string;
  readonly connector: string;
  readonly expires_on: string;
  readonly isPast: boolean;
  /** Which of its two mails is due. */
  readonly stage: string;
}

/** Finds credentials that no mail has told about yet. */
async function dueWarnings(queries: Queries, todayOf: (companyId: number) => string): Promise<Expiring[]> {
  const connections = await queries.all<Omit<Expiring, 'isPast' | 'stage'> & { warned_of: string }>(
    sql`select company_id, companies.name as company_name, connector, expires_on, warned_of
      from hr_connections join companies on companies.id = company_id
      where expires_on <> '' and deleted_at is null and is_active = true ${byName(searchedKinds.companies)}`,
  );
  return connections.flatMap(({ warned_of, ...connection }) => {
    const { company_id, expires_on } = connection;
    const today = todayOf(company_id);
    const isPast = isExpired(expires_on, today);
    const stage = `${isPast ? 'past' : 'near'} ${expires_on}`;
    return isExpiring(expires_on, today) && stage !== warned_of ? [{ ...connection, isPast, stage }] : [];
  });
}

/** Marks the warnings as given, and returns them; of several processes, only one gets each. */
async function claimWarnings(queries: Queries, due: readonly Expiring[]): Promise<Expiring[]> {
  const claimed = await scalars(
    queries,
    sql`update hr_connections set warned_of = rows.stage
      from ${rowsOf({ company_id: 'bigint', expires_on: 'text', stage: 'text' }, due)}
      where hr_connections.company_id = rows.company_id and hr_connections.expires_on = rows.expires_on
        and warned_of <> rows.stage returning hr_connections.company_id`,
  );
  const ids = new Set(claimed);
  return due.filter(({ company_id }) => ids.has(company_id));
}

async function mailsAbout(queries: Queries, expiring: readonly Expiring[], publicUrl: string): Promise<Mail[]> {
  if (expiring.length === 0) return [];
  const ids = expiring.map(({ company_id }) => company_id);
  const recipients = await recipientsOf(queries, 'hr_sync.configure', ids);
  return recipients.map(({ email, companies }) => {
    const theirs = expiring.filter(({ company_id }) => companies.has(company_id));
    const lines = theirs.map(lineOf);
    const [first] = theirs;
    return {
      to: email,
      subject:
        first && theirs.length === 1
          ? `${singleLine(first.company_name)}: HR credentials ${first.isPast ? 'expired' : 'expire'}`
          : `HR credentials of ${theirs.length} companies expire`,
      body: [
        ...lines,
        `Make new ones in the HR system, and enter them in the HR connection of the company: ${publicUrl}/hr-sync`,
        'You get this mail because you may configure the HR sync of these companies. It is sent two weeks before, and' +
          ' once more when the credentials have expired.',
      ].join('\n\n'),
    };
  });
}

function lineOf({ company_name, connector, expires_on, isPast }: Expiring): string {
  const system = isConnectorKind(connector) ? connectorOf(connector).name : connector;
  const credentials = `${singleLine(company_name)}: the credentials for ${system}`;
  return isPast
    ? `${credentials} expired. Their last day was ${expires_on}.`
    : `${credentials} expire. Their last day is ${expires_on}.`;
}
