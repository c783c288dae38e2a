import { type Dialect, type Sql, sql } from '../../../server/platform/db/sql.ts';

/** Without `limit 1`, PostgreSQL may read months, or employees, as a whole for the records of a page. */
const recordOf: Readonly<Record<Dialect, (time: Sql) => Sql>> = {
  sqlite: () => sql`join attendance on attendance.id = page_id and attendance.occurred_at = page_at`,
  postgres: (time) => sql`cross join lateral
    (select * from attendance where id = page_id and occurred_at = page_at and ${time} limit 1) attendance`,
};

const employeeOf: Readonly<Record<Dialect, Sql>> = {
  sqlite: sql`left join employees on employees.id = attendance.employee_id`,
  postgres: sql`left join lateral
    (select * from employees where employees.id = attendance.employee_id limit 1) employees on true`,
};

/**
 * The fastest query we know for a page with everything it shows. `time` says between which instants it is: PostgreSQL
 * plans no other months then.
 */
export const barePage = (dialect: Dialect, where: Sql, limit: Sql, time = sql`true`): Sql => sql`
  select attendance.*, employees.name as employee, employees.employee_id as number,
    access_controllers.name as controller, companies.name as company
  from (select id as page_id, occurred_at as page_at from attendance where ${where} and ${time}
    order by occurred_at desc, id desc ${limit}) page
  ${recordOf[dialect](time)}
  join companies on companies.id = attendance.company_id
  join access_controllers on access_controllers.id = attendance.access_controller_id
  ${employeeOf[dialect]}
  order by page_at desc, page_id desc`;
