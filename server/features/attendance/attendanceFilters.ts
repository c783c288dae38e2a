// Builds the SQL condition for the attendance records that a caller asks for.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { join, type Sql, sql } from '../../platform/db/db.ts';

type OtherParameters = 'start_date' | 'end_date' | 'page' | 'per_page';

export interface Filters extends Omit<Query<'GET /attendance'>, OtherParameters> {
  /** Start of the period, and its end, which is excluded. */
  from?: string;
  until?: string;
  /** Leaves out records added later than this one. */
  up_to_id?: number;
  company_ids?: readonly number[];
  /** The period of each company, where they differ: in another time zone, a day begins at another instant. */
  periods?: readonly CompanyPeriod[];
}

interface CompanyPeriod {
  readonly company_ids: readonly number[];
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** Filters for records of unknown employees, in place of an employee's id. */
export const unknownEmployee = 0;

export const hasEmployeeOrController = ({ employee_id, access_controller_id }: Filters): boolean =>
  employee_id !== undefined || access_controller_id !== undefined;

// The `+` keeps a database from using this column's index where another index finds fewer rows, or finds them in order.
const byCompany = sql`attendance.company_id`;
const notByCompany = sql`+attendance.company_id`;
const byHrState = sql`attendance.hr_state`;
// PostgreSQL has no `+` for text.
const notByHrState = sql`attendance.hr_state || ''`;

/** For counting, where order does not matter: uses the index that begins with the company. */
export const matchingInAnyOrder = (caller: Caller, filters: Filters): Sql =>
  matching(
    caller,
    filters,
    filters.company_id === undefined && !hasEmployeeOrController(filters) ? byCompany : notByCompany,
  );

export const matching = (caller: Caller, filters: Filters, scoped = notByCompany): Sql =>
  sql`${companyScope(caller, scoped)} and ${matchingFilters(filters)}`;

/** Builds the condition without the caller's scope, which has to be checked as well. */
export function matchingFilters(filters: Filters): Sql {
  const {
    company_id,
    company_ids,
    employee_id,
    access_controller_id,
    event_type,
    is_processed,
    hr_state,
    from,
    until,
    up_to_id,
    periods,
    ...others
  } = filters;
  // Fails to compile for a filter that nothing below applies, which would otherwise find all records.
  void (others satisfies Record<string, never>);
  const company = hasEmployeeOrController(filters) ? notByCompany : byCompany;
  const conditions = [sql`true`];
  if (company_id !== undefined) conditions.push(sql`${company} = ${company_id}`);
  if (company_ids) conditions.push(sql`${company} in (${company_ids})`);
  if (employee_id === unknownEmployee) conditions.push(sql`attendance.employee_id is null`);
  else if (employee_id !== undefined) conditions.push(sql`attendance.employee_id = ${employee_id}`);
  if (access_controller_id !== undefined) {
    conditions.push(sql`attendance.access_controller_id = ${access_controller_id}`);
  }
  if (event_type !== undefined) conditions.push(sql`attendance.event_type = ${event_type}`);
  if (is_processed !== undefined) conditions.push(sql`attendance.is_processed = ${is_processed}`);
  if (hr_state !== undefined) {
    const state = hasEmployeeOrController(filters) ? notByHrState : byHrState;
    conditions.push(sql`${state} = ${hr_state}`);
  }
  if (from !== undefined) conditions.push(sql`attendance.occurred_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`attendance.occurred_at < ${until}`);
  if (up_to_id !== undefined) conditions.push(sql`attendance.id <= ${up_to_id}`);
  if (periods) conditions.push(sql`(${join(periods.map(within), ' or ')})`);
  return join(conditions, ' and ');
}

const within = ({ company_ids, from, until }: CompanyPeriod): Sql =>
  sql`${notByCompany} in (${company_ids}) and ${matchingFilters({ from, until })}`;
