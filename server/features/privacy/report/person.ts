// The person of a report, with what their rows are found by, and the sources of a report: where rows about a person are
// stored, and how they are found and shown.

import { isObject } from '../../../../src/shared/contract/decode.ts';
import type { ReportRow, ReportSection, ReportValue } from '../../../../src/shared/contract/privacy.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { contentOf, entriesAbout } from '../../../platform/audit/readAudit.ts';
import { maybeOne, one, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { invalid, notFound } from '../../../platform/domainErrors.ts';
import { type Clock, dateOf, instantOf } from '../../../platform/time/clock.ts';
import { clockOf } from '../../settings/clocks.ts';
import { findPerson, namesAsAuthor } from '../peopleQueries.ts';

/** A code by which devices call an employee, and the time in which it meant this employee. */
interface KnownCode {
  readonly code: string;
  /** Instants of receipt, since a former employee's number may have been given to a successor. */
  readonly receivedAfter: string;
  readonly receivedUntil: string;
  /** Days by the device's clock, both included; empty means no limit. */
  readonly from: string;
  readonly until: string;
  /** The same days by the company's clock, as instants; the second is excluded. */
  readonly occurredFrom: string;
  readonly occurredBefore: string;
}

export interface ReportedEmployee {
  readonly kind: 'employees';
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly companyId: number;
  readonly company: string;
  readonly isDeleted: boolean;
  readonly codes: readonly KnownCode[];
}

export interface ReportedUser {
  readonly kind: 'users';
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isDeleted: boolean;
}

export type ReportedPerson = ReportedEmployee | ReportedUser;

const [beginning, never] = ['0001-01-01 00:00:00', '9999-12-31 23:59:59'];

/** Also finds deleted employees, since their data is still stored. */
export async function findReportedEmployee(queries: Queries, caller: Caller, id: number): Promise<ReportedEmployee> {
  const row = await maybeOne<
    Pick<ReportedEmployee, 'name' | 'number' | 'email' | 'companyId' | 'company'> & { deletedAt: string | null }
  >(
    queries,
    sql`select employees.name, employee_id as number, employees.email, company_id as "companyId",
        companies.name as company, employees.deleted_at as "deletedAt"
      from employees join companies on companies.id = company_id
      where employees.id = ${id} and ${companyScope(caller, sql`company_id`)}`,
  );
  if (!row) throw notFound('Employee not found');
  const { deletedAt, ...fields } = row;
  const codes = await codesOf(queries, { id, ...fields }, deletedAt ?? never);
  return { kind: 'employees', id, isDeleted: deletedAt !== null, codes, ...fields };
}

/** The employee's number, former numbers, and further codes. */
async function codesOf(
  queries: Queries,
  { id, companyId, number }: Pick<ReportedEmployee, 'id' | 'companyId' | 'number'>,
  deletedAt: string,
): Promise<readonly KnownCode[]> {
  const numbers = [{ code: number, receivedUntil: deletedAt }, ...(await formerNumbers(queries, id))];
  const predecessors = await queries.all<{ code: string; left_at: string }>(
    sql`select employee_id as code, deleted_at as left_at from employees
      where company_id = ${companyId} and employee_id in (${numbers.map(({ code }) => code)}) and id <> ${id}
        and deleted_at is not null order by deleted_at`,
  );
  const further = await queries.all<{ code: string; from: string; until: string }>(
    sql`select code, valid_from as "from", valid_until as "until" from employee_codes where employee_id = ${id}`,
  );
  const { startOf, endOf } = await clockOf(queries, companyId);
  const always = {
    receivedAfter: beginning,
    receivedUntil: never,
    from: '',
    until: '',
    occurredFrom: beginning,
    occurredBefore: never,
  };
  return [
    ...numbers.map((each) => {
      const last = predecessors.findLast(({ code, left_at }) => code === each.code && left_at <= each.receivedUntil);
      return { ...always, ...each, ...(last && { receivedAfter: last.left_at }) };
    }),
    ...further.map((each) => ({
      ...always,
      ...each,
      ...(each.from && { occurredFrom: startOf(each.from) }),
      ...(each.until && { occurredBefore: endOf(each.until) }),
    })),
  ];
}

/** Former employee IDs, as far as the audit still has them, and until when each was the employee's. */
async function formerNumbers(queries: Queries, id: number): Promise<Pick<KnownCode, 'code' | 'receivedUntil'>[]> {
  return (await entriesAbout(queries, 'employees', id)).flatMap((entry) => {
    const { at, before, after } = contentOf(entry);
    if (!isObject(before) || !isObject(after) || before.employee_id === after.employee_id) return [];
    return typeof before.employee_id === 'string' ? [{ code: before.employee_id, receivedUntil: String(at) }] : [];
  });
}

/** Finds a deleted user by what the audit and the records still say about the account. */
export async function findReportedUser(queries: Queries, caller: Caller, id: number): Promise<ReportedUser> {
  const row = await maybeOne<{ name: string; email: string }>(
    queries,
    sql`select name, email from users where id = ${id}`,
  );
  if (row) return { kind: 'users', id, isDeleted: false, ...row };
  const deleted = await findPerson(queries, caller, 'users', id);
  if (!deleted) throw notFound('User not found');
  const former = (await entriesAbout(queries, 'users', id)).map((entry) => contentOf(entry).before).filter(isObject);
  const last = (field: 'name' | 'email') =>
    former.map((record) => record[field]).find((value) => typeof value === 'string') ?? '';
  const [author] = await queries.all<{ name: string }>(sql`${namesAsAuthor(id)} order by name desc limit 1`);
  const name = last('name') || author?.name || deleted.name;
  return { kind: 'users', id, isDeleted: true, name, email: last('email') };
}

export interface Source<P extends ReportedPerson> {
  /** The name of its section, in the path of its rows. */
  readonly name: string;
  readonly title: string;
  /** Description of the section, as a sentence. */
  readonly about: string;
  /** The columns about people, such as 'attendance.employee_id', whose rows this source reads. */
  readonly knows: readonly string[];
  /** SQL after `from`: tables, joins and the condition. */
  rows(person: P): Sql;
  /** SQL after `select`, without secrets and data about other people. Instants keep the names of their columns. */
  readonly fields: Sql;
  /** Sorts by time and id, or by id only: by default, its column `id`. The id is unique among the person's rows. */
  readonly order?: { readonly at?: Sql; readonly id: Sql };
  readonly flags?: readonly string[];
  /** Transforms a selected row for display. */
  shown?(row: ReportRow): ReportRow;
}

/** Sources by their names, in the order of the report. */
export const sourcesByName = <P extends ReportedPerson>(
  sources: Readonly<Record<string, Omit<Source<P>, 'name'>>>,
): readonly Source<P>[] => Object.entries(sources).map(([name, source]) => ({ ...source, name }));

const rowsAtOnce = 1_000;

const orderOf = <P extends ReportedPerson>({ order = { id: sql`id` } }: Source<P>) => order;

export async function countRows<P extends ReportedPerson>(
  queries: Queries,
  source: Source<P>,
  person: P,
  { wallClock }: Clock,
): Promise<ReportSection> {
  const { at } = orderOf(source);
  const ends = at ? sql`min(${at}) as earliest, max(${at}) as latest` : sql`null as earliest, null as latest`;
  const { total, earliest, latest } = await one<{ total: number; earliest: string | null; latest: string | null }>(
    queries,
    sql`select count(*) as total, ${ends} from ${source.rows(person)}`,
  );
  const { name, title, about } = source;
  const shown = (instant: string | null) => (instant === null ? '' : wallClock(instant));
  return { name, title, about, rows: total, first: shown(earliest), last: shown(latest) };
}

/** Shows an employee's report by the company's clock. */
export const clockOfPerson = (queries: Queries, person: ReportedPerson): Promise<Clock> =>
  clockOf(queries, person.kind === 'employees' ? person.companyId : 0);

/** Reads one page, because a person may have any number of rows. `next` is '' at the end. */
export async function readRows<P extends ReportedPerson>(
  queries: Queries,
  source: Source<P>,
  person: P,
  after: string,
): Promise<{ rows: ReportRow[]; next: string }> {
  const { at, id } = orderOf(source);
  const selected = await queries.all<Record<string, ReportValue> & { row_id: number; row_at: string }>(
    sql`select ${source.fields}, ${id} as row_id, ${at ?? sql`''`} as row_at from ${source.rows(person)}
      ${after === '' ? sql`` : sql`and ${isAfter(source, after)}`}
      order by ${at ? sql`${at}, ` : sql``}${id} limit ${rowsAtOnce}`,
    source.flags ?? [],
  );
  const last = selected.length < rowsAtOnce ? undefined : selected.at(-1);
  const { wallClock } = await clockOfPerson(queries, person);
  const rows = selected.map(({ row_id: _, row_at: __, ...row }) => {
    const fields = Object.entries(row).map(([name, value]) => [
      name,
      namesInstant.test(name) && typeof value === 'string' && isInstant(value) ? wallClock(value) : value,
    ]);
    const readable: ReportRow = Object.fromEntries(fields);
    return source.shown?.(readable) ?? readable;
  });
  return { rows, next: last ? `${last.row_at} ${last.row_id}`.trim() : '' };
}

/** The time, if the source has one, and the id. */
const cursor = /^(?:(\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d) )?(\d{1,15})$/;

function isAfter<P extends ReportedPerson>(source: Source<P>, after: string): Sql {
  const { at, id } = orderOf(source);
  const [, instant, number] = cursor.exec(after) ?? [];
  if (number !== undefined && !at && instant === undefined) return sql`${id} > ${Number(number)}`;
  if (number === undefined || !at || instant === undefined || !isInstant(instant))
    throw invalid({ after: 'This must be where a page ended' });
  // The first condition finds the start by an index, even where time and id are in two tables.
  return sql`${at} >= ${instant} and (${at}, ${id}) > (${instant}, ${Number(number)})`;
}

function isInstant(text: string): boolean {
  const date = dateOf(text);
  return !Number.isNaN(date.getTime()) && instantOf(date) === text;
}

/** 'created_at', 'at', 'since' */
const namesInstant = /(?:^|_)at$|^since$/;
