// Employees. Deleting one only marks it, so that attendance records keep the name.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { type Employee, employeeFields } from '../../../src/shared/contract/employees.ts';
import type { Entered } from '../../../src/shared/contract/fields.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { columnsOf } from '../../platform/records/fieldColumns.ts';
import type { Among } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import { versionOf } from '../../platform/records/versions.ts';
import { instantOf } from '../../platform/time/clock.ts';

export type EmployeeOfCompany = Employee & { company_id: number };
type Filters = Pick<Query<'GET /employees'>, 'company_id' | 'is_active'>;
type EmployeeFields = Entered<typeof employeeFields>;

const columns = columnsOf('employees', employeeFields);

export const employeesAmong = (caller: Caller, { company_id, is_active }: Filters): Among => ({
  scope: (_, companyId) => companyScope(caller, companyId, company_id),
  isInOrder: company_id !== undefined || can(caller, 'companies.all'),
  ...(is_active !== undefined && { filter: sql`employees.is_active = ${is_active}` }),
});

export const findEmployees = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<EmployeeOfCompany[]> =>
  employeesWhere(queries, sql`${visible(caller)} and employees.id in (${ids})`, sql``);

/** Sorts by name, for selects. */
export const employeesOfCompany = (queries: Queries, caller: Caller, companyId: number): Promise<EmployeeOfCompany[]> =>
  employeesWhere(queries, sql`${visible(caller)} and company_id = ${companyId}`, byName(searchedKinds.employees));

export const insertEmployee = (
  queries: Queries,
  companyId: number,
  fields: EmployeeFields,
  now: Date,
): Promise<number> =>
  scalar(
    queries,
    sql`insert into employees (company_id, created_at, ${columns.names})
      values (${companyId}, ${instantOf(now)}, ${columns.values(fields)})
      returning id`,
  );

/** `today` is the working day of the company: a former department counts for the days before. */
export async function updateEmployee(
  queries: Queries,
  { id, department }: EmployeeOfCompany,
  fields: EmployeeFields,
  today: string,
): Promise<void> {
  await queries.run(sql`update employees set ${columns.assigned(fields)} where id = ${id}`);
  // The trigger that notes it knows only the date of UTC.
  if (fields.department.trim() !== department)
    await queries.run(
      sql`update former_departments set left_on = ${today}
        where id = (select max(id) from former_departments where employee_id = ${id})`,
    );
}

export async function deleteEmployee(queries: Queries, { id }: EmployeeOfCompany, now: Date): Promise<void> {
  await queries.run(sql`update employees set deleted_at = ${instantOf(now)} where id = ${id}`);
}

const visible = (caller: Caller): Sql =>
  sql`employees.deleted_at is null and ${companyScope(caller, sql`employees.company_id`)}`;

async function employeesWhere(queries: Queries, condition: Sql, order: Sql): Promise<EmployeeOfCompany[]> {
  const rows = await queries.all<Omit<EmployeeOfCompany, 'company'> & { company_name: string }>(
    sql`select employees.id, company_id, ${columns.selected}, employees.is_active, companies.name as company_name
      from employees join companies on companies.id = employees.company_id
      where ${condition} ${order}`,
    ['is_active'],
  );
  return rows.map(({ company_name, ...row }) => ({
    ...row,
    company: { name: company_name },
    version: versionOf('PUT /employees/{id}', row),
  }));
}
