// Which companies a caller sees. Every query about companies, or about what belongs to one, goes through
// companyScope: rows, totals, statistics and dropdowns alike.

import { type Sql, sql } from '../db/sql.ts';
import { type Caller, can } from './caller.ts';

/** A condition on the column that holds a company's id. A caller without companies sees none. */
export function companyScope(caller: Caller, companyId: Sql): Sql {
  return can(caller, 'companies.all')
    ? sql`true`
    : sql`${companyId} in (select company_id from user_companies where user_id = ${caller.id})`;
}
