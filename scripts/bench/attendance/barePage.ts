import { type Dialect, type Sql, sql } from '../../../server/db/sql.ts';

/** Without `limit 1`, PostgreSQL may read months as a whole for a page that is spread over them. */
const recordOf: Readonly<Record<Dialect, (time: Sql) => Sql>> = {
  sqlite: () => sql`join attendance on attendance.id = page_id and attendance.occurred_at = page_at`,
  postgres: (time) => sql`cross join lateral
    (select * from attendance where id = page_id and occurred_at = page_at and ${time} limit 1) attendance`,
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
  left join employees on employees.id = attendance.employee_id
  order by page_at desc, page_id desc`;
