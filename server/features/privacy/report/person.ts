// The person that a report is about, as far as rows are found by it.

import { isObject } from '../../../../src/shared/contract/decode.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { contentOf, entriesAbout } from '../../../platform/audit/readAudit.ts';
import { maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import { clockOf } from '../../settings/clocks.ts';
import { findPerson, namesAsAuthor } from '../peopleQueries.ts';

/** A code by which devices call an employee, and the time in which it meant this one. */
interface KnownCode {
  readonly code: string;
  /** Instants of receipt; the number of somebody who left may have been given to a successor. */
  readonly receivedAfter: string;
  readonly receivedUntil: string;
  /** Days by the device's clock, both included; empty means no end. */
  readonly from: string;
  readonly until: string;
  /** The same by the company's clock, as instants; the second is not included. */
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

/** Finds one who was deleted, too: what is stored of them is still there. */
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

/** The number, those that the employee had before, and further codes. */
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

/** Employee IDs that were changed, as far as the audit still says so, and until when each was theirs. */
async function formerNumbers(queries: Queries, id: number): Promise<Pick<KnownCode, 'code' | 'receivedUntil'>[]> {
  return (await entriesAbout(queries, 'employees', id)).flatMap((entry) => {
    const { at, before, after } = contentOf(entry);
    if (!isObject(before) || !isObject(after) || before.employee_id === after.employee_id) return [];
    return typeof before.employee_id === 'string' ? [{ code: before.employee_id, receivedUntil: String(at) }] : [];
  });
}

/** Finds one who was deleted by what the audit and the records still say about the account. */
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
