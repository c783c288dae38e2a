// People as days show them, including deleted ones, whose hours outlive their departure. Also the company and person of
// other rows, such as codes and leave.

import type { Decoded } from '../../../src/shared/contract/decode.ts';
import type { namedCompany, personOfDay } from '../../../src/shared/contract/workday.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { type Queries, type Sql, scalars, sql } from '../../platform/db/db.ts';
import type { Person } from './loadDays.ts';

export interface NamedPerson extends Person {
  readonly employee: Decoded<typeof personOfDay>;
  readonly company: Decoded<typeof namedCompany>;
  readonly isActive: boolean;
  /** The instant at which the employee was deleted. */
  readonly deletedAt: string | null;
}

type Row = NamedPerson['employee'] & Omit<NamedPerson, 'employee' | 'company'> & { company_name: string };

/** Finds the people whom the caller may see, in any order. */
export const peopleById = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<NamedPerson[]> =>
  peopleWhere(queries, sql`employees.id in (${ids}) and ${companyScope(caller, sql`employees.company_id`)}`);

export async function peopleWhere(queries: Queries, condition: Sql, order = sql``): Promise<NamedPerson[]> {
  const rows = await queries.all<Row>(
    sql`select employees.id, employees.name, employee_id, department, company_id as "companyId",
        employed_from as "employedFrom", employed_until as "employedUntil", employees.is_active as "isActive",
        employees.deleted_at as "deletedAt", companies.name as company_name
      from employees join companies on companies.id = employees.company_id where ${condition} ${order}`,
    ['isActive'],
  );
  return rows.map(({ name, employee_id, department, company_name, ...person }) => ({
    ...person,
    employee: { id: person.id, name, employee_id, department },
    company: { id: person.companyId, name: company_name },
  }));
}

/** Finds the people whose data was erased: their days can no longer be corrected. */
export const erasedAmong = async (queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const erased = sql`select person_id from erasures where kind = 'employees' and person_id in (${ids})`;
  return new Set(await scalars(queries, erased));
};

export interface OwnerRow {
  company_id: number;
  company_name: string;
  /** 0 if the row is not about a single person. */
  person: number;
  name: string;
  number: string;
  person_department: string;
}

export const ownerColumns = (table: Sql) => sql`${table}.id, ${table}.company_id, companies.name as company_name,
  coalesce(employees.id, 0) as person, coalesce(employees.name, '') as name,
  coalesce(employees.employee_id, '') as number, coalesce(employees.department, '') as person_department`;

export const joinOwner = (table: Sql) => sql`${table} join companies on companies.id = ${table}.company_id
  left join employees on employees.id = ${table}.employee_id`;

/** Moves a row's company and person into separate objects. */
export function nestOwner<Row extends OwnerRow>(row: Row) {
  const { company_id, company_name, person, name, number: employee_id, person_department, ...fields } = row;
  const employee = { id: person, name, employee_id, department: person_department };
  return { ...fields, company: { id: company_id, name: company_name }, employee };
}
