// Events with an ID that no employee has. Each is an exception of its own: without a person there is no day to compute.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { companyScope } from '../../../platform/access/companyScope.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { findDayRules, usualDayRules } from '../../workday/dayRuleQueries.ts';
import type { ExceptionsRequest, FoundException } from '../../workday/foundException.ts';
import { createWorkingDays, instantsAround } from '../../workday/workingDays.ts';

interface Row {
  id: number;
  company_id: number;
  company_name: string;
  employee_code: string;
  access_controller_id: number;
  event_type: EventType;
  occurred_at: string;
  set_aside_by: number | null;
}

export async function findUnknownEvents(
  queries: Queries,
  { caller, filters, period, businessTime }: ExceptionsRequest,
): Promise<FoundException[]> {
  const { from, until } = instantsAround(period, businessTime);
  const { company_id } = filters;
  const rows = await queries.all<Row>(
    sql`select attendance.id, attendance.company_id, companies.name as company_name, employee_code,
        access_controller_id, event_type, occurred_at, set_aside_by
      from attendance join companies on companies.id = attendance.company_id
      where attendance.employee_id is null and occurred_at >= ${from} and occurred_at < ${until}
        and ${companyScope(caller, sql`+attendance.company_id`)} and companies.deleted_at is null
        and ${company_id === undefined ? sql`true` : sql`+attendance.company_id = ${company_id}`}`,
  );
  const rules = await findDayRules(queries, [...new Set(rows.map((row) => row.company_id))]);
  return rows.flatMap((row) => {
    const { starts_at } = rules.get(row.company_id) ?? usualDayRules;
    const day = createWorkingDays(businessTime, starts_at).dayOf(row.occurred_at);
    return day >= period.from && day <= period.until ? foundOf(row, day) : [];
  });
}

const foundOf = (row: Row, day: string): FoundException => ({
  kind: row.set_aside_by === null ? 'unknown_person' : 'set_aside',
  day,
  company: { id: row.company_id, name: row.company_name },
  employeeCode: row.employee_code,
  event: {
    id: row.id,
    occurredAt: row.occurred_at,
    eventType: row.event_type,
    controllerId: row.access_controller_id,
    isManual: false,
    isSetAside: row.set_aside_by !== null,
  },
});
