// The person that a report is about, as far as rows are found by it.

import { isObject } from '../../../../src/shared/contract/decode.ts';
import type { PersonalData } from '../../../../src/shared/contract/privacy.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { contentOf, entriesAbout } from '../../../platform/audit/readAudit.ts';
import { maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
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

const never = '9999-12-31 23:59:59';

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

async function codesOf(
  queries: Queries,
  { id, companyId, number }: Pick<ReportedEmployee, 'id' | 'companyId' | 'number'>,
  deletedAt: string,
): Promise<readonly KnownCode[]> {
  const predecessor = await maybeOne<{ deleted_at: string | null }>(
    queries,
    sql`select max(deleted_at) as deleted_at from employees
      where company_id = ${companyId} and employee_id = ${number} and id <> ${id} and deleted_at <= ${deletedAt}`,
  );
  const further = await queries.all<{ code: string; from: string; until: string }>(
    sql`select code, valid_from as "from", valid_until as "until" from employee_codes where employee_id = ${id}`,
  );
  const always = { receivedAfter: '0001-01-01 00:00:00', receivedUntil: never };
  const own = {
    code: number,
    receivedAfter: predecessor?.deleted_at ?? always.receivedAfter,
    receivedUntil: deletedAt,
    from: '',
    until: '',
  };
  return [own, ...further.map((each) => ({ ...always, ...each }))];
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

export function shownPerson(person: ReportedPerson): PersonalData['person'] {
  const { kind, id, name, isDeleted: is_deleted } = person;
  if (person.kind === 'users') return { kind, id, name, number: '', company: '', is_deleted };
  return { kind, id, name, number: person.number, company: person.company, is_deleted };
}
