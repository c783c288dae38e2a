// What legal holds protect, as conditions of statements.

import { type Sql, sql } from '../db/sql.ts';

export const heldCompanies: Sql = sql`select subject_id from legal_holds where kind = 'companies'`;

/** Those of held companies too. */
export const heldEmployees: Sql = sql`select subject_id from legal_holds where kind = 'employees'
  union select id from employees where company_id in (${heldCompanies})`;

export const heldUsers: Sql = sql`select subject_id from legal_holds where kind = 'users'`;

/** Of a held company, or of a code that a held employee has there. */
export const isHeldCode = (company: Sql, code: Sql): Sql =>
  sql`(${company} in (${heldCompanies})
    or ${code} in (select employee_id from employees where company_id = ${company} and id in (${heldEmployees}))
    or ${code} in (select employee_codes.code from employee_codes
      where employee_codes.company_id = ${company} and employee_codes.employee_id in (${heldEmployees})))`;
