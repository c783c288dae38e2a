// The signed-in user behind a request, what they may do, and which companies they see.

import type { Permission } from '../../../src/shared/contract/permissions.ts';
import { type Sql, sql } from '../db/db.ts';

export interface Caller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly permissions: ReadonlySet<string>;
  /** Whether they must set up a second factor before anything else, because one of their roles requires it. */
  readonly mustSetUpSecondFactor?: boolean;
  /** The hash of the token that authenticated the request. */
  readonly session: string;
  readonly address: string;
  /** The API token that a machine calls with; a person has none. */
  readonly apiToken?: CallingToken;
}

interface CallingToken {
  readonly id: number;
  readonly name: string;
  /** Whether it sees all of its owner's companies rather than a selection of them. */
  readonly hasEveryCompany: boolean;
  readonly ownerSeesAll: boolean;
}

/** The server itself, in its own jobs; it sees every company. */
export const serverCaller: Caller = {
  id: 0,
  name: '',
  email: '',
  permissions: new Set(['companies.all']),
  session: '',
  address: '',
};

export const can = (caller: Caller, permission: Permission): boolean => caller.permissions.has(permission);

/**
 * A condition on the column that holds a company's id. Every query about companies, or about what belongs to one, goes
 * through it: rows, totals, statistics and dropdowns alike. A caller without companies sees none. `only` narrows it to
 * one company.
 */
export function companyScope(caller: Caller, companyId: Sql, only?: number): Sql {
  const seen = can(caller, 'companies.all') ? sql`true` : sql`${companyId} in (${companiesOf(caller)})`;
  return only === undefined ? seen : sql`${seen} and ${companyId} = ${only}`;
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
