// Mails the payroll file of a closed month on the day that its company chose: once, with the file's evidence in the
// same transaction. A month that is closed later is mailed on closing.

import { addressesIn } from '../../../src/shared/contract/payroll.ts';
import { lastDayOf, monthTitle } from '../../../src/shared/words/months.ts';
import { serverCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { exists, type Queries, scalar, sql } from '../../platform/db/db.ts';
import { conflict, DomainError, isOutage } from '../../platform/domainErrors.ts';
import { describeError, singleLine } from '../../platform/log/log.ts';
import type { MailJob } from '../../platform/mail/mailJob.ts';
import { addMail, type Mail } from '../../platform/mail/outboxQueries.ts';
import { type Clocks, daysAfter, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { lockCompany } from '../companies/companyQueries.ts';
import { currentClocks } from '../settings/clocks.ts';
import { createSignedFile, findTemplate, keepEvidence, type SignedFile } from './payrollHandlers.ts';

const pauseMs = 10 * 60_000;
/** A mail server may be down over a weekend. */
const mailMinutes = 3 * 24 * 60;

export const startPayrollMails = (job: MailJob): Job =>
  startRepeating('mailing payroll files', pauseMs, job.log, () => mailPayroll(job));

interface Due {
  closed_id: number;
  id: number;
  name: string;
  unique_identifier: string;
  month: string;
}

/** Runs in any number of processes, one of which mails each file. */
export async function mailPayroll(job: MailJob): Promise<void> {
  const { db } = job;
  const now = job.clock();
  const clocks = await currentClocks(db);
  const erased = await countErased(db);
  /** The problem of each company's oldest month. */
  const problems = new Map<number, string>();
  for (const due of await dueMonths(db, clocks, now)) {
    try {
      await mailMonth(job, due, clocks, now);
    } catch (error) {
      if (isOutage(error)) throw error;
      const isKnown = error instanceof DomainError;
      if (!isKnown) job.log.error('payroll file not made', { company_id: due.id, error: describeError(error) });
      const why = isKnown ? error.message : 'It failed on the server, whose log says why';
      if (!problems.has(due.id)) problems.set(due.id, `${monthTitle(due.month)}: ${why}`);
    }
  }
  await storeProblems(job, problems, erased);
}

/**
 * Forgets the problems of months that have been mailed or are no longer due. A problem may name somebody who was erased
 * meanwhile: the next run says it without the name.
 */
async function storeProblems(
  { db, log }: MailJob,
  problems: ReadonlyMap<number, string>,
  erased: number,
): Promise<void> {
  const templates = await db.all<{ company_id: number; mail_problem: string }>(
    sql`select company_id, mail_problem from payroll_templates
      where mail_problem <> '' or company_id in (${[...problems.keys()]})`,
  );
  for (const { company_id, mail_problem } of templates) {
    const problem = problems.get(company_id) ?? '';
    if (problem === mail_problem) continue;
    const isStored = await db.tx(async (queries) => {
      await lockCompany(queries, company_id, 'change');
      if ((await countErased(queries)) !== erased) return false;
      await queries.run(sql`update payroll_templates set mail_problem = ${problem} where company_id = ${company_id}`);
      return true;
    });
    if (!isStored) return;
    // Leaves out the problem, which names people: no erasure reaches the log.
    if (problem !== '') log.warn('payroll file not mailed', { company_id });
  }
}

/** Finds closed months whose day has come since mails were switched on, and that have never been mailed. */
async function dueMonths(queries: Queries, clocks: Clocks, now: Date): Promise<Due[]> {
  const rows = await queries.all<Due & { mail_day: number; mail_from: string }>(
    sql`select closed_months.id as closed_id, companies.id, companies.name, unique_identifier, month, mail_day, mail_from
      from payroll_templates join companies on companies.id = payroll_templates.company_id
        join closed_months on closed_months.company_id = companies.id
      where mail_day > 0 and reopened_at is null and companies.deleted_at is null
        and not exists (select 1 from payroll_files where payroll_files.company_id = companies.id
          and payroll_files.month = closed_months.month and way = 'mail')
      order by month, companies.id`,
  );
  return rows.filter(({ id, month, mail_day, mail_from }) => {
    const today = clocks.of(id).dayOf(instantOf(now));
    const dueOn = daysAfter(lastDayOf(month), mail_day);
    return dueOn >= mail_from && dueOn <= today;
  });
}

async function mailMonth({ db, log, publicUrl }: MailJob, company: Due, clocks: Clocks, now: Date): Promise<void> {
  const stored = await findTemplate(db, company.id);
  if (!stored) return;
  const { template } = stored;
  const { month } = company;
  const erased = await countErased(db);
  const file = await createSignedFile(db, serverCaller, { company, month, template, now, publicUrl, clocks });
  const addresses = addressesIn(template.mail_to);
  // Its former recipients were erased.
  if (addresses.length === 0) throw conflict('It has no recipients any more. Please enter an address');
  const isMailed = await db.tx(async (queries) => {
    await lockCompany(queries, company.id, 'change');
    // The month may have been reopened since, the template changed, or somebody erased. The next run looks again.
    const closed = sql`select id from closed_months where id = ${company.closed_id} and reopened_at is null`;
    const isCurrent =
      (await exists(queries, closed)) &&
      (await findTemplate(queries, company.id))?.template.version === template.version &&
      (await countErased(queries)) === erased;
    const mailedTo = addresses.join(', ');
    const fileId = isCurrent ? await keepEvidence(queries, company.id, file, mailedTo, now) : undefined;
    if (fileId === undefined) return false;
    for (const to of addresses)
      await addMail(queries, mailOf(to, company, file), now, plusMinutes(now, mailMinutes), fileId);
    await audit(queries, { caller: null, requestId: '', now }, 'payroll.mail', 'payroll', {
      subjectId: company.id,
      after: { ...JSON.parse(file.statement), mailed_to: mailedTo },
    });
    return true;
  });
  if (isMailed) log.info('mail queued', { subject: 'payroll file', recipients: addresses.length });
}

const countErased = (queries: Queries): Promise<number> => scalar(queries, sql`select count(*) from erasures`);

function mailOf(to: string, { name, month }: Due, file: SignedFile): Mail {
  const { statement, signature } = file;
  const proof = Buffer.from(JSON.stringify({ statement, signature }));
  return {
    to,
    subject: `${singleLine(name)}: payroll file of ${monthTitle(month)}`,
    body: [
      `The payroll file of ${monthTitle(month)} is attached, with the statement that the server signed about it.`,
      `SHA-256 of ${file.name}:\n${file.sha256}`,
      'It is sent once. docs/payroll.md says how to check the signature.',
    ].join('\n\n'),
    attachments: [
      { name: file.name, content: file.content.toString('base64') },
      { name: `${file.name}.signed.json`, content: proof.toString('base64') },
    ],
  };
}
