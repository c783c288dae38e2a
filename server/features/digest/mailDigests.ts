// Mails the digests of the day: how much is waiting at each company, with links and without names, to users who may
// make corrections there or decide about them. Each learns what they may see and answer; if that is nothing, they get
// no mail.

import type { Permission } from '../../../src/shared/contract/permissions.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import { serverCaller } from '../../platform/access/caller.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { type Queries, scalar, scalars, sql } from '../../platform/db/db.ts';
import { isOutage } from '../../platform/domainErrors.ts';
import { describeError, singleLine } from '../../platform/log/log.ts';
import { type MailJob, queueMails } from '../../platform/mail/mailJob.ts';
import { type Mail, recipientsOf } from '../../platform/mail/outboxQueries.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { daysAfter, instantOf } from '../../platform/time/clock.ts';
import { findInbox } from '../corrections/exceptions/exceptionHandlers.ts';
import { findClaimed } from '../devices/claims/claimHandlers.ts';
import { currentClocks, type Moment } from '../settings/clocks.ts';

const pauseMs = 10 * 60_000;
/** On the wall clock: late enough for the night's records, early enough for the day's work. */
const sentFrom = '06:00';
/** Tomorrow's digest is more useful than a late one. */
const mailMinutes = 18 * 60;

export const startDigests = (job: MailJob): Job =>
  startRepeating('mailing digests', pauseMs, job.log, () => mailDigests(job));

/** Runs in any number of processes, one of which sends the digest of each company and day. */
export async function mailDigests(job: MailJob): Promise<void> {
  const { db, publicUrl } = job;
  const moment = { caller: serverCaller, clocks: await currentClocks(db), now: job.clock() };
  const companies = await dueCompanies(db, moment);
  if (companies.length === 0) return;
  // Counted before the transaction, which on SQLite everybody waits for.
  const waiting: Waiting[] = [];
  for (const company of companies) {
    try {
      waiting.push({ ...company, ...(await countWaiting(db, company, moment)) });
    } catch (error) {
      if (isOutage(error)) throw error;
      job.log.error('digest not made', { company_id: company.id, error: describeError(error) });
    }
  }
  await queueMails(job, mailMinutes, (queries) => digestsOf(queries, waiting, publicUrl));
}

interface Company {
  readonly id: number;
  readonly name: string;
  readonly unique_identifier: string;
  /** By the company's clock. */
  readonly today: string;
}

/** The link names the counted days: by the reader's clock, or a day later, they would be different ones. */
const firstDay = (today: string) => daysAfter(today, -13);

interface Waiting extends Company {
  readonly exceptions: number;
  /** By the e-mail of the author, who does not decide about them. */
  readonly corrections: readonly { readonly author: string; readonly total: number }[];
  readonly doors: number;
  readonly hr: number;
}

/** The part that a recipient may see or decide about. */
type Told = Omit<Waiting, 'corrections'> & { readonly corrections: number };

/** Finds companies where it is one of their weekdays, and late enough, and the digest was not sent yet. */
async function dueCompanies(queries: Queries, { clocks, now }: Moment): Promise<Company[]> {
  const rows = await queries.all<Omit<Company, 'today'> & { weekdays: string; done_on: string }>(
    sql`select companies.id, companies.name, unique_identifier, weekdays, done_on
      from digests join companies on companies.id = company_id
      where weekdays <> '' and deleted_at is null and companies.is_active = true
      ${byName(searchedKinds.companies)}`,
  );
  return rows.flatMap(({ weekdays, done_on, ...company }) => {
    const wallClock = clocks.of(company.id).wallClock(instantOf(now));
    const today = wallClock.slice(0, 10);
    const isDay = weekdays.includes(String(new Date(today).getUTCDay() || 7)) && done_on !== today;
    return isDay && wallClock.slice(11, 16) >= sentFrom ? { ...company, today } : [];
  });
}

async function countWaiting(
  queries: Queries,
  { id: companyId, today }: Company,
  moment: Moment,
): Promise<Omit<Waiting, keyof Company>> {
  const query = { company_id: companyId, is_answered: false, start_date: firstDay(today), end_date: today };
  const exceptions = await findInbox(queries, { ...moment, query });
  const doors = await findClaimed(queries, serverCaller, 'silent', moment, companyId);
  const corrections = await queries.all<{ author: string; total: number }>(
    sql`select coalesce(email, '') as author, count(*) as total
      from corrections left join users on users.id = author_id
      where company_id = ${companyId} and state = 'waiting' group by coalesce(email, '')`,
  );
  const hr = await scalar(
    queries,
    sql`select count(*) from hr_deliveries where company_id = ${companyId} and state in ('failed', 'waiting')`,
  );
  return { exceptions: exceptions.length, corrections, doors: doors.length, hr };
}

/** Marks the digests as mailed. */
async function digestsOf(queries: Queries, waiting: readonly Waiting[], publicUrl: string): Promise<Mail[]> {
  const ids: number[] = [];
  for (const [today, companies] of Map.groupBy(waiting, ({ today }) => today)) {
    const claimed = await scalars(
      queries,
      sql`update digests set done_on = ${today}
        where company_id in (${companies.map(({ id }) => id)}) and done_on <> ${today} returning company_id`,
    );
    ids.push(...claimed);
  }
  // A permission applies to every company of its holder.
  const whoMay = async (permission: Permission) =>
    new Map((await recipientsOf(queries, permission, ids)).map(({ email, companies }) => [email, companies]));
  const [correct, approve] = [await whoMay('corrections.create'), await whoMay('corrections.approve')];
  const see = await whoMay('attendance.view');
  const [seeDoors, seeHr] = [await whoMay('devices.view'), await whoMay('hr_sync.view')];
  const refusals = new Set(
    await scalars<string>(queries, sql`select email from users join digest_refusals on user_id = users.id`),
  );
  const mails: Mail[] = [];
  const mailedTo = new Map<number, number>();
  for (const [email, companies] of new Map([...correct, ...approve])) {
    if (refusals.has(email)) continue;
    const theirs = waiting
      .filter(({ id }) => companies.has(id))
      .map((company) => ({
        ...company,
        exceptions: correct.has(email) && see.has(email) ? company.exceptions : 0,
        corrections: approve.has(email) ? countOfOthers(company, email) : 0,
        doors: seeDoors.has(email) ? company.doors : 0,
        hr: seeHr.has(email) ? company.hr : 0,
      }))
      .filter((company) => linesOf(company, publicUrl).length > 0);
    if (theirs.length === 0) continue;
    mails.push(digestMail(email, theirs, publicUrl));
    for (const { id } of theirs) mailedTo.set(id, (mailedTo.get(id) ?? 0) + 1);
  }
  for (const [id, people] of mailedTo)
    await queries.run(sql`update digests set mailed_on = done_on, mailed_to = ${people} where company_id = ${id}`);
  return mails;
}

const countOfOthers = ({ corrections }: Waiting, email: string): number =>
  corrections.reduce((sum, { author, total }) => sum + (author === email ? 0 : total), 0);

function digestMail(to: string, theirs: readonly Told[], publicUrl: string): Mail {
  const [first] = theirs;
  const subject =
    first && theirs.length === 1
      ? `${singleLine(first.name)}: what waits today`
      : `What waits today at ${theirs.length} companies`;
  return {
    to,
    subject,
    body: [
      ...theirs.map((company) => [singleLine(company.name), ...linesOf(company, publicUrl)].join('\n')),
      'You get this mail because you may correct attendance of these companies, or approve corrections. It comes on the' +
        ` weekdays that each company chose, if anything waits. Turn it off in your Profile: ${publicUrl}/profile`,
    ].join('\n\n'),
  };
}

function linesOf(told: Told, publicUrl: string): string[] {
  const { id, unique_identifier, today, exceptions, corrections, doors, hr } = told;
  const lines: [number, string, string][] = [
    [
      exceptions,
      plural(exceptions, 'exception'),
      `exceptions?company_id=${id}&start_date=${firstDay(today)}&end_date=${today}`,
    ],
    [
      corrections,
      `${plural(corrections, 'correction')} to decide`,
      `exceptions?tab=corrections&for_me=1&company_id=${id}`,
    ],
    [doors, `${plural(doors, 'door')} silent`, `access-controllers?claim=silent&company_id=${id}`],
    [hr, `${plural(hr, 'record')} that the HR system has not accepted`, `hr-sync?q=${unique_identifier}`],
  ];
  return lines.flatMap(([total, words, to]) => (total === 0 ? [] : `  ${words}: ${publicUrl}/${to}`));
}
