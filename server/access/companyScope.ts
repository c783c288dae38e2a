// Who may do what, and whose companies they see. Every query about companies, or about what belongs to one,
// goes through companyScope: rows, totals, statistics and dropdowns alike.

import type { Permission } from '../../src/contract/permissions.ts';
import { type Sql, sql } from '../db/sql.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly permissions: ReadonlySet<string>;
  /** The hash of the token that they came with. */
  readonly session: string;
}

export const can = (who: Person, permission: Permission): boolean => who.permissions.has(permission);

/** A condition on the column that holds a company's id. Who has no company sees none. */
export function companyScope(who: Person, companyId: Sql): Sql {
  return can(who, 'companies.all')
    ? sql`true`
    : sql`${companyId} in (select company_id from user_companies where user_id = ${who.id})`;
}
