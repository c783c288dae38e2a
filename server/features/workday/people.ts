// People as days show them, deleted ones too: their hours outlive their departure.

import type { Decoded } from '../../../src/shared/contract/decode.ts';
import type { namedCompany, personOfDay } from '../../../src/shared/contract/workday.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import type { Person } from './loadDays.ts';

export interface NamedPerson extends Person {
  readonly employee: Decoded<typeof personOfDay>;
  readonly company: Decoded<typeof namedCompany>;
  readonly isActive: boolean;
  /** The day 'YYYY-MM-DD' on which the employee was deleted. */
  readonly deletedOn: string | null;
}

interface Row {
  id: number;
  name: string;
  employee_id: string;
  department: string;
  employed_from: string | null;
  employed_until: string | null;
  is_active: boolean;
  deleted_at: string | null;
  company_id: number;
  company_name: string;
}

/** Finds the people whom the caller may see, in any order. */
export const peopleById = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<NamedPerson[]> =>
  peopleWhere(queries, sql`employees.id in (${ids}) and ${companyScope(caller, sql`employees.company_id`)}`);

export async function peopleWhere(queries: Queries, condition: Sql, order = sql``): Promise<NamedPerson[]> {
  const rows = await queries.all<Row>(
    sql`select employees.id, employees.name, employee_id, department, employed_from, employed_until,
        employees.is_active, employees.deleted_at, company_id, companies.name as company_name
      from employees join companies on companies.id = employees.company_id where ${condition} ${order}`,
    ['is_active'],
  );
  return rows.map(({ id, name, employee_id, department, company_id, company_name, ...row }) => ({
    id,
    companyId: company_id,
    employedFrom: row.employed_from,
    employedUntil: row.employed_until,
    employee: { id, name, employee_id, department },
    company: { id: company_id, name: company_name },
    isActive: row.is_active,
    deletedOn: row.deleted_at?.slice(0, 10) ?? null,
  }));
}
