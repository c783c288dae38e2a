// The people of timesheets: who was employed in the period, and whoever has events in it. Those whom no list of
// employees shows any more come last.

import type { Decoded } from '../../src/contract/decode.ts';
import type { Query } from '../../src/contract/endpoints.ts';
import type { namedCompany, personOfDay } from '../../src/contract/entities/day.ts';
import { textMatcher } from '../../src/contract/searchText.ts';
import { textsOfEmployee } from '../../src/contract/searchedTexts.ts';
import type { Caller } from '../access/caller.ts';
import { companyScope } from '../access/companyScope.ts';
import type { Db, Queries } from '../db/db.ts';
import { join, type Sql, sql } from '../db/sql.ts';
import type { PageRequest } from '../records/pagination.ts';
import { findPage } from '../records/search/findPage.ts';
import { byName, searchedKinds } from '../records/search/searchedKinds.ts';
import { storeMissingWords } from '../records/search/searchIndex.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Days, Person } from './loadDays.ts';

export interface SheetPerson extends Person {
  readonly employee: Decoded<typeof personOfDay>;
  readonly company: Decoded<typeof namedCompany>;
}

interface PeopleRequest {
  readonly caller: Caller;
  readonly filters: Pick<Query<'GET /timesheets'>, 'company_id' | 'department' | 'q'>;
  readonly period: Days;
  readonly businessTime: BusinessTime;
}

const kind = searchedKinds.employees;

export async function findPeople(
  db: Db,
  request: PeopleRequest,
  page: PageRequest,
): Promise<{ people: SheetPerson[]; total: number }> {
  await storeMissingWords(db, kind);
  const { q } = request.filters;
  const listed = await findPage(db, kind, q === undefined ? {} : { q }, listedAmong(request), page);
  const left = await findLeft(db, request);
  const leftOnPage = left.slice(
    Math.max(0, page.offset - listed.total),
    Math.max(0, page.offset + page.size - listed.total),
  );
  const ids = [...listed.ids, ...leftOnPage];
  const people = new Map((await peopleWhere(db, sql`employees.id in (${ids})`)).map((person) => [person.id, person]));
  return { people: ids.flatMap((id) => people.get(id) ?? []), total: listed.total + left.length };
}

export async function findPerson(queries: Queries, caller: Caller, id: number): Promise<SheetPerson | undefined> {
  const visible = companyScope(caller, sql`employees.company_id`);
  const [person] = await peopleWhere(queries, sql`employees.id = ${id} and ${visible}`);
  return person;
}

function listedAmong(request: PeopleRequest) {
  const { caller, filters, period } = request;
  const { company_id } = filters;
  const isEmployed = sql`(employees.is_active = true
    and coalesce(employees.employed_from, '') <= ${period.until}
    and coalesce(employees.employed_until, '9999') >= ${period.from})`;
  return {
    scope: (_: Sql, companyId: Sql) => inCompanies(caller, companyId, company_id),
    isOfOneCompany: company_id !== undefined,
    filter: sql`${inDepartment(request)} and (${isEmployed} or ${hasEvents(request)})`,
  };
}

/** Deleted employees with events in the period. Their words are no longer stored. */
async function findLeft(queries: Queries, request: PeopleRequest): Promise<number[]> {
  const { caller, filters } = request;
  const rows = await queries.all<Parameters<typeof textsOfEmployee>[0] & { id: number }>(
    sql`select id, name, employee_id, crm_employee_id, email, phone from employees
      where deleted_at is not null and ${inCompanies(caller, sql`employees.company_id`, filters.company_id)}
        and ${inDepartment(request)} and ${hasEvents(request)} ${byName(kind)}`,
  );
  const matches = textMatcher(filters.q ?? '');
  return rows.filter((row) => matches(textsOfEmployee(row))).map(({ id }) => id);
}

const inCompanies = (caller: Caller, companyId: Sql, wanted: number | undefined): Sql =>
  join([companyScope(caller, companyId), ...(wanted === undefined ? [] : [sql`${companyId} = ${wanted}`])], ' and ');

const inDepartment = ({ filters: { department } }: PeopleRequest): Sql =>
  department === undefined ? sql`true` : sql`employees.department = ${department}`;

/** As a scalar, each person is asked by itself, instead of reading the events of everybody. */
const hasEvents = ({ period, businessTime }: PeopleRequest): Sql =>
  sql`(select 1 from attendance where attendance.employee_id = employees.id
    and occurred_at >= ${businessTime.startOf(period.from)} and occurred_at < ${businessTime.endOf(period.until)}
    limit 1) = 1`;

interface Row {
  id: number;
  name: string;
  employee_id: string;
  department: string;
  employed_from: string | null;
  employed_until: string | null;
  company_id: number;
  company_name: string;
}

export async function peopleWhere(queries: Queries, condition: Sql, order = sql``): Promise<SheetPerson[]> {
  const rows = await queries.all<Row>(
    sql`select employees.id, employees.name, employee_id, department, employed_from, employed_until,
        company_id, companies.name as company_name
      from employees join companies on companies.id = employees.company_id where ${condition} ${order}`,
  );
  return rows.map(({ id, name, employee_id, department, company_id, company_name, employed_from, employed_until }) => ({
    id,
    companyId: company_id,
    employedFrom: employed_from,
    employedUntil: employed_until,
    employee: { id, name, employee_id, department },
    company: { id: company_id, name: company_name },
  }));
}
