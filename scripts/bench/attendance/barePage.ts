import { type Sql, sql } from '../../../server/db/sql.ts';

/** The fastest query we know for a page with everything it shows. */
export const barePage = (where: Sql, limit: Sql): Sql => sql`
  select attendance.*, employees.name as employee, employees.employee_id as number,
    access_controllers.name as controller, companies.name as company
  from (select id as page_id from attendance ${where} order by occurred_at desc, id desc ${limit}) page
  join attendance on attendance.id = page.page_id
  join companies on companies.id = attendance.company_id
  join access_controllers on access_controllers.id = attendance.access_controller_id
  left join employees on employees.id = attendance.employee_id
  order by attendance.occurred_at desc, attendance.id desc`;
