// The people whose data is stored: employees and users, including deleted ones.

import type { Query } from '../../../src/shared/contract/calls.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import type { PersonKind, PrivatePerson } from '../../../src/shared/contract/privacy.ts';
import { sortKey } from '../../../src/shared/contract/searchText.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { heldEmployees, heldUsers } from '../../platform/records/legalHolds.ts';
import { pageRequestOf, readPage, sizesOfRows } from '../../platform/records/parameters.ts';
import { visibleUsers } from '../people/userQueries.ts';

/** Includes users of deleted companies, since their data is still stored. */
export const usersWithData = (caller: Caller, id: Sql): Sql =>
  visibleUsers(caller, id, companyScope(caller, sql`company_id`));

/** Uses subqueries instead of joins, so that counting and sorting do not look up columns that only the page shows. */
const employeesSeen = (caller: Caller): Sql =>
  sql`select id, name, employee_id as detail, company_id,
      (select name from companies where companies.id = company_id) as company_name,
      case when id in (select person_id from erasures where kind = 'employees') then 'erased'
        when deleted_at is not null then 'deleted' when is_active = true then 'active' else 'inactive' end as state,
      case when id in (${heldEmployees}) then 1 else 0 end as held,
      coalesce(nullif(sort_name, ''), lower(name)) as sorted
    from employees where ${companyScope(caller, sql`company_id`)}`;

/** A deleted user, whose companies are unknown, appears with what the audit still says about them. */
const usersSeen = (caller: Caller): Sql =>
  sql`select id, name, email as detail, null as company_id, null as company_name, 'active' as state,
      case when id in (${heldUsers}) then 1 else 0 end as held, coalesce(nullif(sort_name, ''), lower(name)) as sorted
    from users where ${usersWithData(caller, sql`users.id`)}
    union all select gone.id, 'User ' || gone.id, '', null, null,
      case when exists (select 1 from erasures where kind = 'users' and person_id = gone.id) then 'erased'
        else 'deleted' end,
      case when gone.id in (${heldUsers}) then 1 else 0 end, 'user ' || gone.id
    from (select subject_id as id from audit where subject = 'users' and action = 'users.delete'
        union select person_id from erasures where kind = 'users') gone
    where ${can(caller, 'companies.all') ? sql`true` : sql`false`}
      and gone.id not in (select id from users)`;

const seen = (caller: Caller, kind: PersonKind): Sql => (kind === 'users' ? usersSeen(caller) : employeesSeen(caller));

interface Row extends Omit<PrivatePerson, 'kind' | 'company' | 'is_held'> {
  company_id: number | null;
  company_name: string | null;
  held: number;
}

export type FoundPerson = PrivatePerson & { readonly kind: PersonKind };

async function peopleWhere(queries: Queries, kind: PersonKind, people: Sql, condition: Sql): Promise<FoundPerson[]> {
  const rows = await queries.all<Row>(
    sql`select id, name, detail, company_id, company_name, state, held from ${people} where ${condition}`,
  );
  return rows.map(({ company_id, company_name, held, ...row }) => ({
    kind,
    ...row,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    is_held: held === 1,
  }));
}

export function listPeople(
  queries: Queries,
  caller: Caller,
  query: Query<'GET /privacy/people'>,
): Promise<Page<PrivatePerson>> {
  const { kind = 'employees', state, q = '' } = query;
  const contains = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  // Only the sort key is folded alike in both databases: SQLite lowers just ASCII letters, including the search's.
  const lower = sql`lower(${contains(q)})`;
  const matches = sql`(lower(name) like ${lower} escape '\\' or sorted like ${contains(sortKey(q))} escape '\\'
    or lower(detail) like ${lower} escape '\\')`;
  const people = sql`(${seen(caller, kind)}) people`;
  const found = sql`${people} where ${q.trim() === '' ? sql`true` : matches}
    and ${state === undefined ? sql`true` : sql`state = ${state}`}`;
  return readPage(queries, pageRequestOf(query, sizesOfRows), found, (limit) => {
    // The other columns are looked up only for the people on the page.
    const page = sql`select id from ${found} order by sorted, id ${limit}`;
    return peopleWhere(queries, kind, people, sql`id in (select id from (${page}) page) order by sorted, id`);
  });
}

/** Selects the names under which a user wrote or decided; they outlive the account and its audit values. */
export const namesAsAuthor = (userId: number): Sql =>
  sql`select author as name, '' as email from corrections where author_id = ${userId}
    union select decider, '' from corrections where decider_id = ${userId}
    union select author, '' from legal_holds where author_id = ${userId}`;

/** Undefined if the caller does not see the person. */
export async function findPerson(
  queries: Queries,
  caller: Caller,
  kind: PersonKind,
  id: number,
): Promise<FoundPerson | undefined> {
  const [person] = await peopleWhere(queries, kind, sql`(${seen(caller, kind)}) people`, sql`id = ${id}`);
  return person;
}
