// Finds the people of timesheets: who was employed in the period, and whoever has events in it. Deleted employees come
// last.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { employeeFields, textsOfEmployee } from '../../../src/shared/contract/employees.ts';
import { identifying } from '../../../src/shared/contract/fields.ts';
import { textMatcher } from '../../../src/shared/contract/searchText.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { type Db, join, listed, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import type { PageRequest } from '../../platform/records/parameters.ts';
import { findListed } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { instantsOf } from '../settings/clocks.ts';
import type { Days } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';

interface PeopleRequest {
  readonly caller: Caller;
  readonly filters: Pick<Query<'GET /timesheets'>, 'company_id' | 'department' | 'q'>;
  readonly period: Days;
  readonly clocks: Clocks;
}

const kind = searchedKinds.employees;

export async function findPeople(db: Db, request: PeopleRequest, page: PageRequest) {
  const { q } = request.filters;
  const listed = await findListed(db, kind, q === undefined ? {} : { q }, listedAmong(request), page);
  const left = await findLeft(db, request);
  const leftOnPage = left.slice(
    Math.max(0, page.offset - listed.total),
    Math.max(0, page.offset + page.size - listed.total),
  );
  const ids = [...listed.ids, ...leftOnPage];
  const people = new Map((await peopleById(db, request.caller, ids)).map((person) => [person.id, person]));
  return { people: ids.flatMap((id) => people.get(id) ?? []), total: listed.total + left.length };
}

const everybody = { page: 1, offset: 0, size: 100_000 };

export const findEverybody = async (db: Db, request: PeopleRequest): Promise<NamedPerson[]> =>
  (await findPeople(db, request, everybody)).people;

function listedAmong(request: PeopleRequest) {
  const { caller, filters, period } = request;
  const { company_id } = filters;
  const isEmployed = sql`(employees.is_active = true
    and coalesce(employees.employed_from, '') <= ${period.until}
    and coalesce(employees.employed_until, '9999') >= ${period.from})`;
  return {
    scope: (_: Sql, companyId: Sql) => inCompanies(caller, companyId, company_id),
    isInOrder: company_id !== undefined || can(caller, 'companies.all'),
    filter: sql`${inDepartment(request)} and (${isEmployed} or ${hasEvents(request)})`,
  };
}

/** Finds deleted employees with events in the period. Their words are no longer stored, so they are searched here. */
async function findLeft(queries: Queries, request: PeopleRequest): Promise<number[]> {
  const { caller, filters } = request;
  const rows = await queries.all<Parameters<typeof textsOfEmployee>[0] & { id: number }>(
    sql`select id, ${listed(identifying(employeeFields))} from employees
      where deleted_at is not null and ${inCompanies(caller, sql`employees.company_id`, filters.company_id)}
        and ${inDepartment(request)} and ${hasEvents(request)} ${byName(kind)}`,
  );
  const matches = textMatcher(filters.q ?? '');
  return rows.filter((row) => matches(textsOfEmployee(row))).map(({ id }) => id);
}

const inCompanies = (caller: Caller, companyId: Sql, chosen: number | undefined): Sql =>
  join([companyScope(caller, companyId), ...(chosen === undefined ? [] : [sql`${companyId} = ${chosen}`])], ' and ');

const inDepartment = ({ filters: { department } }: PeopleRequest): Sql =>
  department === undefined ? sql`true` : sql`employees.department = ${department}`;

/** Looks each person up by itself: as a scalar, it does not make the database read the events of everybody. */
function hasEvents({ period, clocks }: PeopleRequest): Sql {
  const { from, until } = instantsOf(period, clocks, sql`employees.company_id`);
  return sql`(select 1 from attendance where attendance.employee_id = employees.id
    and occurred_at >= ${from} and occurred_at < ${until} limit 1) = 1`;
}
