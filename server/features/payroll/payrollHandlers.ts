// The payroll file of a company: its template, a preview, and the signed file of a closed month, with evidence.

import { hash } from 'node:crypto';
import type { Answer, Body } from '../../../src/shared/contract/calls.ts';
import { type PayrollTemplate, payrollTemplate } from '../../../src/shared/contract/payroll.ts';
import { lastDayOf } from '../../../src/shared/words/months.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Db, maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/domainErrors.ts';
import { versionOf } from '../../platform/records/edit.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { asUtc, type Clock, type Clocks, instantOf } from '../../platform/time/clock.ts';
import { loadSigner } from '../attendance/export/signingKey.ts';
import { companyRecord, editOfCompany, lockCompany } from '../companies/companyQueries.ts';
import { freeDaysOf } from '../expected/expectedQueries.ts';
import { findEverybody } from '../timesheets/sheets.ts';
import { assertMonthEnded, closedMonthsOf } from '../workday/closedMonths.ts';
import { loadDays, peopleAtOnce } from '../workday/loadDays.ts';
import { makePayrollFile } from './payrollFile.ts';

const templateEdit = 'PUT /companies/{id}/payroll';
const shownRows = 20;
const shownFiles = 24;

export const payrollHandlers = {
  async 'GET /payroll-files'({ db, caller, clocks, query: { sha256 } }) {
    const rows = await db.all<Pick<FileRow, 'month' | 'made_at' | 'total_lines'> & { company: number; name: string }>(
      sql`select company_id as company, companies.name, month, made_at, total_lines
        from payroll_files join companies on companies.id = company_id
        where sha256 = ${sha256} and ${companyScope(caller, sql`company_id`)}
        order by payroll_files.id desc limit ${shownFiles}`,
    );
    return rows.map(({ company: id, name, made_at, ...file }) => ({
      ...file,
      company: { id, name },
      made_at: clocks.of(id).wallClock(made_at),
    }));
  },

  async 'GET /companies/{id}/payroll'({ db, caller, clocks, params, now }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    const stored = await findTemplate(db, id);
    const files = await listFiles(db, id, clocks.of(id), now);
    return { template: stored?.template ?? null, mail_problem: stored?.problem ?? '', files };
  },

  async 'PUT /companies/{id}/payroll'(request) {
    const { params, body, clocks, now } = request;
    const { id } = params;
    const find = async (queries: Queries) => (await findTemplate(queries, id))?.template;
    const today = clocks.of(id).dayOf(instantOf(now));
    const edited = { key: templateEdit, action: 'payroll.edit', subject: 'payroll', find } as const;
    const data = await editOfCompany(request, edited, async (queries, before) => {
      const isMailedAnew = before === undefined || before.mail_day !== body.mail_day;
      await saveTemplate(queries, id, body, isMailedAnew ? today : undefined);
    });
    return data ?? body;
  },

  async 'POST /companies/{id}/payroll/preview'({ db, caller, clocks, params, body, now }) {
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const { month, ...template } = body;
    assertMonthEnded(month, clocks.of(company.id), now);
    const file = await fileOf(db, caller, { company, month, template, clocks, now });
    const { header, rows, sheetMinutes, totals, problems } = file;
    return {
      company: { id: company.id, name: company.name },
      month,
      is_closed: await isClosed(db, company.id, month),
      header: [...header],
      rows: rows.slice(0, shownRows).map((row) => [...row]),
      total_lines: rows.length,
      sheet_minutes: sheetMinutes,
      totals: [...totals],
      problems: problems.slice(0, shownRows),
      total_problems: problems.length,
    };
  },

  async 'POST /companies/{id}/payroll/files'({ db, caller, clocks, params, body, now, requestId, publicUrl }) {
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const { month } = body;
    const stored = await findTemplate(db, company.id);
    if (!stored) throw conflict('Please set up the payroll file of this company first');
    const { template } = stored;
    const file = await createSignedFile(db, caller, { company, month, template, now, publicUrl, clocks });
    await db.tx(async (queries) => {
      await lockCompany(queries, company.id, 'rely');
      await assertClosed(queries, company.id, month);
      await keepEvidence(queries, company.id, file, '', now);
      await audit(queries, { caller, requestId, now }, 'payroll.file', 'payroll', {
        subjectId: company.id,
        after: JSON.parse(file.statement),
      });
    });
    const { name, content, statement, signature } = file;
    return { name, content: content.toString('base64'), statement, signature };
  },
} satisfies Partial<Handlers>;

/** Returns the template, and why the file that is due has not been mailed. */
export async function findTemplate(queries: Queries, companyId: number) {
  const row = await maybeOne<{ template: string; mail_day: number; mail_to: string; problem: string }>(
    queries,
    sql`select template, mail_day, mail_to, mail_problem as problem from payroll_templates
      where company_id = ${companyId}`,
  );
  if (!row) return undefined;
  const { template: text, problem, ...mail } = row;
  const template = { ...payrollTemplate(JSON.parse(text)), ...mail };
  return { template: { ...template, version: versionOf(templateEdit, template) }, problem };
}

/** Files due on `mailFrom` or later are mailed. If it is left out, the stored one stays. */
export async function saveTemplate(
  queries: Queries,
  companyId: number,
  { mail_day, mail_to, ...template }: Body<'PUT /companies/{id}/payroll'>,
  mailFrom: string | undefined,
): Promise<void> {
  const text = JSON.stringify(payrollTemplate(template));
  await queries.run(
    sql`insert into payroll_templates (company_id, template, mail_day, mail_to, mail_from)
      values (${companyId}, ${text}, ${mail_day}, ${mail_to}, ${mailFrom ?? ''})
      on conflict (company_id) do update set template = excluded.template, mail_day = excluded.mail_day,
        mail_to = excluded.mail_to, mail_problem = '',
        mail_from = case when excluded.mail_from = '' then payroll_templates.mail_from else excluded.mail_from end`,
  );
}

async function assertClosed(queries: Queries, companyId: number, month: string): Promise<void> {
  if (!(await isClosed(queries, companyId, month))) throw conflict('This month is not closed');
}

const isClosed = async (queries: Queries, companyId: number, month: string): Promise<boolean> =>
  (await closedMonthsOf(queries, [companyId])).get(companyId)?.includes(month) ?? false;

/** Makes the file of everybody on the month's timesheets, in their order. */
async function fileOf(
  db: Db,
  caller: Caller,
  { company: { id: company_id }, month, template, clocks, now }: Omit<FileRequest, 'publicUrl'>,
) {
  const period = { from: `${month}-01`, until: lastDayOf(month) };
  const everybody = await findEverybody(db, { caller, filters: { company_id }, period, clocks });
  const people = await inBatches(everybody, peopleAtOnce, async (some) => {
    const daysOf = await loadDays(db, some, period, { clocks, now });
    return some.map(({ id, employee: { employee_id: number, name, department } }) => ({
      ...{ number, name, department },
      days: daysOf.get(id) ?? [],
    }));
  });
  const { days } = await freeDaysOf(db, company_id);
  const freeDays = new Set(days.filter(({ is_half }) => !is_half).map(({ day }) => day));
  return makePayrollFile(template, month, people, { clock: clocks.of(company_id), freeDays });
}

interface FileRequest {
  readonly company: { readonly id: number; readonly name: string; readonly unique_identifier: string };
  readonly month: string;
  readonly template: PayrollTemplate;
  readonly now: Date;
  readonly publicUrl: string;
  readonly clocks: Clocks;
}

export interface SignedFile {
  readonly month: string;
  readonly name: string;
  readonly content: Buffer;
  readonly lines: number;
  readonly sha256: string;
  readonly statement: string;
  readonly signature: string;
}

/** Throws whatever is wrong with the month or the file, at its place. */
export async function createSignedFile(db: Db, caller: Caller, request: FileRequest): Promise<SignedFile> {
  const { company, month, now, publicUrl } = request;
  await assertClosed(db, company.id, month);
  const { content, rows, problems } = await fileOf(db, caller, request);
  const [first] = problems;
  if (first) {
    const { employee, column, message } = first;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see the preview)` : '';
    throw invalid({ month: `${[employee, column].filter(Boolean).join(', ')}: ${message}${more}` });
  }
  const name = `payroll-${company.unique_identifier}-${month}.csv`;
  const digest = hash('sha256', content);
  const signer = await loadSigner(db);
  const statement = JSON.stringify({
    type: 'payroll-file-1',
    server: publicUrl,
    key: signer.fingerprint,
    signed_at: asUtc(instantOf(now)),
    user_id: caller.id,
    company: company.unique_identifier,
    month,
    file: name,
    lines: rows.length,
    sha256: digest,
  });
  return { month, name, content, lines: rows.length, sha256: digest, statement, signature: signer.sign(statement) };
}

/** `mailedTo` is empty for a download. Returns undefined if the month's file has already been mailed. */
export async function keepEvidence(
  queries: Queries,
  companyId: number,
  { month, lines, sha256, statement, signature }: SignedFile,
  mailedTo: string,
  now: Date,
): Promise<number | undefined> {
  const row = await maybeOne<{ id: number }>(
    queries,
    sql`insert into payroll_files (company_id, month, way, made_at, total_lines, sha256, statement, signature, mailed_to)
      values (${companyId}, ${month}, ${mailedTo ? 'mail' : 'download'}, ${instantOf(now)}, ${lines}, ${sha256},
        ${statement}, ${signature}, ${mailedTo})
      on conflict (company_id, month) where way = 'mail' do nothing returning id`,
  );
  return row?.id;
}

type MadeFile = Answer<'GET /companies/{id}/payroll'>['files'][number];

type FileRow = Omit<MadeFile, 'sent_at' | 'mail_state'> & {
  sent_at: string | null;
  /** How many of its mails were not sent, and how many of these may still be. */
  unsent: number;
  waiting: number;
};

async function listFiles(queries: Queries, companyId: number, { wallClock }: Clock, now: Date): Promise<MadeFile[]> {
  const unsentMails = sql`from outbox where payroll_file_id = payroll_files.id and sent_at is null`;
  const unsent = sql`select count(*) ${unsentMails}`;
  const rows = await queries.all<FileRow>(
    sql`select payroll_files.id, month, way, made_at, total_lines, sha256, mailed_to,
        (select max(sent_at) from outbox where payroll_file_id = payroll_files.id) as sent_at,
        (${unsent}) as unsent, (${unsent} and expires_at > ${instantOf(now)}) as waiting,
        coalesce((select max(last_error) ${unsentMails}), '') as mail_error
      from payroll_files where company_id = ${companyId} order by payroll_files.id desc limit ${shownFiles}`,
  );
  return rows.map(({ made_at, sent_at, unsent, waiting, ...row }) => ({
    ...row,
    made_at: wallClock(made_at),
    mail_state: unsent > waiting ? 'expired' : waiting > 0 ? 'waiting' : sent_at !== null ? 'sent' : '',
    sent_at: sent_at !== null && unsent === 0 ? wallClock(sent_at) : '',
  }));
}
