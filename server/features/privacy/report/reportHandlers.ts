// A person's report: what is stored of one employee or user, counted by section, and each section's rows page by page.
import { referencesOf, type SaltedValue, withValues } from '../../../../src/shared/contract/audit/entry.ts';
import type { PersonalData, PersonKind, ReportRow } from '../../../../src/shared/contract/privacy.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit, type SignedInActor } from '../../../platform/audit/auditLog.ts';
import { parseValues, valuesByHash } from '../../../platform/audit/readAudit.ts';
import { type Db, exists, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { notFound } from '../../../platform/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { attendanceSources, employeeSources } from './employeeSources.ts';
import {
  clockOfPerson,
  countRows,
  findReportedEmployee,
  findReportedUser,
  type ReportedEmployee,
  type ReportedPerson,
  type ReportedUser,
  readRows,
  type Source,
} from './person.ts';
import { signInSources, userSources } from './userSources.ts';

export const reportHandlers = {
  'GET /employees/{id}/personal-data': (request) => counted(request, sourcesOfEmployees, findReportedEmployee),

  'GET /employees/{id}/personal-data/{section}': (request) =>
    sectionOf(request, sourcesOfEmployees, findReportedEmployee),

  'GET /users/{id}/personal-data': (request) => counted(request, sourcesOfUsers, findReportedUser),

  'GET /users/{id}/personal-data/{section}': (request) => sectionOf(request, sourcesOfUsers, findReportedUser),
} satisfies Partial<Handlers>;

type Find<P> = (queries: Queries, caller: Caller, id: number) => Promise<P>;

interface Reading extends SignedInActor {
  readonly db: Db;
  readonly params: { readonly id: number };
}

async function counted<P extends ReportedPerson>(
  request: Reading,
  sources: readonly Source<P>[],
  find: Find<P>,
): Promise<PersonalData> {
  const { db, now } = request;
  const person = await readPerson(request, find);
  const clock = await clockOfPerson(db, person);
  const sections: PersonalData['sections'] = [];
  for (const source of sources) sections.push(await countRows(db, source, person, clock));
  const { kind, id, name, isDeleted: is_deleted } = person;
  const { number, company } = person.kind === 'employees' ? person : { number: '', company: '' };
  const shown = { kind, id, name, number, company, is_deleted };
  return { person: shown, counted_at: clock.wallClock(instantOf(now)), sections };
}

interface SectionReading extends Reading {
  readonly params: { readonly id: number; readonly section: string };
  readonly query: { readonly after?: string };
}

async function sectionOf<P extends ReportedPerson>(
  request: SectionReading,
  sources: readonly Source<P>[],
  find: Find<P>,
): Promise<{ rows: ReportRow[]; next: string }> {
  const { db, params, query } = request;
  const source = sources.find(({ name }) => name === params.section);
  if (!source) throw notFound('The report has no such section');
  return readRows(db, source, await readPerson(request, find), query.after ?? '');
}

async function readPerson<P extends ReportedPerson>(request: Reading, find: Find<P>): Promise<P> {
  const person = await find(request.db, request.caller, request.params.id);
  await noteReading(request, person);
  return person;
}

const action = 'privacy.report';
const coveredMinutes = 60;

/** Audits the reading of a report. It takes many calls, so one entry covers an hour. */
async function noteReading(reading: Reading, { kind: subject, id: subjectId }: ReportedPerson): Promise<void> {
  const { db, caller, now } = reading;
  const isNoted = (queries: Queries) =>
    exists(
      queries,
      sql`select id from audit where subject = ${subject} and subject_id = ${subjectId} and action = ${action}
        and user_id = ${caller.id} and at > ${instantOf(plusMinutes(now, -coveredMinutes))} limit 1`,
    );
  if (await isNoted(db)) return;
  await db.tx(async (queries) => {
    // Locked, because a console reads several sections at once.
    await lockRow(queries, 'audit_head', 1, 'change');
    if (await isNoted(queries)) return;
    await audit(queries, reading, action, subject, { subjectId });
  });
}

// The whole of a person's report in its order, with the sources that employees and users share. A test goes through the
// database's schema, and fails for a column about people that is in no source's `knows`.
const fields = sql`audit.at, action, subject, subject_id, entry, salted`;
const knows = ['audit.user_id', 'audit.subject_id', 'audit_values.about_kind', 'audit_values.about_id'];

/** Joins each entry with the values about this person; values about others are not shown. */
const withOwnValues = (kind: PersonKind, id: number) =>
  sql`audit left join audit_values on entry_id = audit.id and about_kind = ${kind} and about_id = ${id}`;

const aboutThem: Source<ReportedPerson> = {
  name: 'audit',
  title: 'Audit Entries About Them',
  about: 'What others did to the record, and whatever the audit says of this person.',
  knows,
  rows: ({ kind, id }) => sql`${withOwnValues(kind, id)}
    where audit.id in (
      select id from audit where subject = ${kind} and subject_id = ${id}
      union select entry_id from audit_values where about_kind = ${kind} and about_id = ${id})
    and ${kind === 'users' ? sql`(user_id is null or user_id <> ${id})` : sql`true`}`,
  fields,
  order: { id: sql`audit.id` },
  shown: shownEntry,
};

const byThem: Source<ReportedUser> = {
  name: 'acts',
  title: 'Audit Entries by Them',
  about: 'What the user did, when and from where.',
  knows,
  rows: ({ id }) => sql`${withOwnValues('users', id)} where user_id = ${id}`,
  fields,
  order: { id: sql`audit.id` },
  shown: shownEntry,
};

const notShown = '(about somebody else, or erased)';

function shownEntry({ entry, salted, ...row }: ReportRow): ReportRow {
  const content: unknown = JSON.parse(String(entry));
  const values = salted === null || salted === undefined ? [] : parseValues(String(salted));
  const { address, before, after } = Object(withValues(content, valuesIn(content, values)));
  return { ...row, address: asText(address), before: asText(before), after: asText(after) };
}

const valuesIn = (content: unknown, own: readonly SaltedValue[]): ReadonlyMap<string, string> =>
  new Map([...referencesOf(content).map((hash): [string, string] => [hash, notShown]), ...valuesByHash(own)]);

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const holdSource: Source<ReportedPerson> = {
  name: 'legal_holds',
  title: 'Legal Holds',
  about: 'Why nothing that is stored of the person is removed or erased.',
  knows: ['legal_holds.subject_id'],
  rows: ({ kind, id }) => sql`legal_holds where kind = ${kind} and subject_id = ${id}`,
  fields: sql`reason, author, created_at`,
  order: { id: sql`legal_holds.id` },
};

const decidedSource: Source<ReportedUser> = {
  name: 'placed_holds',
  title: 'Legal Holds Placed',
  about: 'Legal holds that the person placed on others.',
  knows: ['legal_holds.author_id', 'legal_holds.author'],
  rows: ({ id }) => sql`legal_holds where author_id = ${id}`,
  fields: sql`kind, subject_id, reason, created_at`,
  order: { id: sql`legal_holds.id` },
};

/** A deleted user's address may belong to another user by now. */
const notToUsers = sql`and lower(recipient) not in (select email from users)`;

/**
 * An employee's address is whatever somebody typed: by typing another person's, one would read what other companies
 * mailed there. Among people who are not users, only recipients of payroll files get mails.
 */
const ofPayroll = (companyId: number) =>
  sql`and payroll_file_id in (select id from payroll_files where company_id = ${companyId})`;

/** Leaves out the text of mails, which is cleared once sent and may hold a secret link until then. */
const mailSource: Source<ReportedPerson> = {
  name: 'mails',
  title: 'Mails',
  about: 'Mails to the address of the record.',
  knows: ['outbox.recipient'],
  rows: (person) => sql`outbox where recipient <> '' and lower(recipient) = ${person.email.toLowerCase()}
    ${person.kind === 'employees' ? ofPayroll(person.companyId) : person.isDeleted ? notToUsers : sql``}`,
  fields: sql`recipient, subject, created_at, sent_at, expires_at, attempts, last_error`,
};

const payrollSource: Source<ReportedPerson> = {
  name: 'payroll_files',
  title: 'Payroll Files by Mail',
  about: 'Payroll files that are, or were, mailed to the address of the record.',
  knows: ['payroll_templates.mail_to', 'payroll_files.mailed_to'],
  rows: (person) => sql`(select company, what, month, row_number() over (order by company, what, month) as id from (
      select companies.name as company, 'Gets the files' as what, '' as month from payroll_templates
        join companies on companies.id = company_id where ${isAddressee(sql`mail_to`, person)}
      union all select companies.name, 'Got a file', month from payroll_files
        join companies on companies.id = company_id where ${isAddressee(sql`mailed_to`, person)}
    ) found) mails where true`,
  fields: sql`company, what, month`,
};

/** Looks for an employee's address only at their company, since anybody may have typed it. */
function isAddressee(list: Sql, person: ReportedPerson): Sql {
  const like = `%,${person.email.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')},%`;
  const addresses = sql`',' || replace(replace(lower(${list}), ';', ','), ' ', ',') || ','`;
  const ofCompany = person.kind === 'employees' ? sql`company_id = ${person.companyId}` : sql`true`;
  return sql`${person.email !== ''} = true and ${ofCompany} and ${addresses} like ${like} escape '\\'`;
}

export const sourcesOfEmployees: readonly Source<ReportedEmployee>[] = [
  ...employeeSources,
  ...attendanceSources,
  mailSource,
  payrollSource,
  holdSource,
  aboutThem,
];

export const sourcesOfUsers: readonly Source<ReportedUser>[] = [
  ...userSources,
  ...signInSources,
  mailSource,
  payrollSource,
  holdSource,
  decidedSource,
  byThem,
  aboutThem,
];
