import { type Dialect, type Sql, sql } from '../../../server/platform/db/db.ts';

/** `limit 1` keeps PostgreSQL from reading all employees for a page of records. */
const employeeOf: Readonly<Record<Dialect, Sql>> = {
  sqlite: sql`left join employees on employees.id = attendance.employee_id`,
  postgres: sql`left join lateral
    (select * from employees where employees.id = attendance.employee_id limit 1) employees on true`,
};

/** The fastest query we know for a page with everything it shows. */
export const barePage = (dialect: Dialect, where: Sql, limit: Sql): Sql => sql`
  select attendance.*, employees.name as employee, employees.employee_id as number,
    access_controllers.name as controller, companies.name as company
  from (select id as page_id, occurred_at as page_at from attendance where ${where}
    order by occurred_at desc, id desc ${limit}) page
  join attendance on attendance.id = page_id
  join companies on companies.id = attendance.company_id
  join access_controllers on access_controllers.id = attendance.access_controller_id
  ${employeeOf[dialect]}
  order by page_at desc, page_id desc`;
