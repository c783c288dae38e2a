// Which companies a caller sees. Every query about companies, or about what belongs to one, goes through
// companyScope: rows, totals, statistics and dropdowns alike.

import { type Sql, sql } from '../db/sql.ts';
import { type Caller, can } from './caller.ts';

/** A condition on the column that holds a company's id. A caller without companies sees none. */
export function companyScope(caller: Caller, companyId: Sql): Sql {
  return can(caller, 'companies.all') ? sql`true` : sql`${companyId} in (${companiesOf(caller)})`;
}

/** Selects the ids of the companies of a caller who does not see all. */
export function companiesOf({ id, apiToken }: Caller): Sql {
  const ofUser = sql`select company_id from user_companies where user_id = ${id}`;
  if (!apiToken || apiToken.hasEveryCompany) return ofUser;
  const chosen = sql`select company_id from api_token_companies where api_token_id = ${apiToken.id}`;
  return apiToken.ownerSeesAll ? chosen : sql`${chosen} and company_id in (${ofUser})`;
}

/** Callers with the same key see the same companies. */
export const scopeKey = (caller: Caller): string =>
  can(caller, 'companies.all') ? 'all' : `${caller.id} ${caller.apiToken?.id ?? ''}`;
