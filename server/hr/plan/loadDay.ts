// Loads the records that a plan is made from.

import { one, type Queries } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';
import type { BusinessTime } from '../../time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../time/instants.ts';
import { longestShiftHours } from './planDay.ts';
import type { HrDay, HrRecord } from './types.ts';

interface Row {
  id: number;
  employee_row: number | null;
  employee_number: string | null;
  name: string | null;
  employee_code: string;
  event_type: HrRecord['event_type'];
  occurred_at: string;
  state: 'waiting' | 'accepted' | 'failed' | null;
  last_error: string | null;
}

export async function loadHrDay(
  queries: Queries,
  companyId: number,
  date: string,
  businessTime: BusinessTime,
  now: Date,
): Promise<HrDay> {
  const start = businessTime.startOf(date);
  const from = instantOf(plusMinutes(dateOf(start), -longestShiftHours * 60));
  const records = await loadRecords(queries, companyId, from, businessTime.endOf(date));
  return {
    date,
    businessTime,
    now: instantOf(now),
    records: records.filter(({ occurred_at }) => occurred_at >= start),
    recordsBefore: records.filter(({ occurred_at }) => occurred_at < start),
  };
}

async function loadRecords(queries: Queries, companyId: number, from: string, until: string): Promise<HrRecord[]> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, employees.id as employee_row, employees.employee_id as employee_number,
        employees.name, attendance.employee_code, attendance.event_type,
        attendance.occurred_at, hr_deliveries.state, hr_deliveries.last_error
      from attendance
        left join employees on employees.id = attendance.employee_id
        left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
      where attendance.company_id = ${companyId}
        and attendance.occurred_at >= ${from} and attendance.occurred_at < ${until}`,
  );
  return rows.map((row) => ({
    id: row.id,
    employee:
      row.employee_row === null
        ? null
        : { id: row.employee_row, employeeNumber: row.employee_number ?? '', name: row.name ?? '' },
    employee_code: row.employee_code,
    event_type: row.event_type,
    occurred_at: row.occurred_at,
    delivery: row.state === 'failed' ? 'retryNeeded' : (row.state ?? 'none'),
    last_error: row.last_error ?? '',
  }));
}

export async function countRecords(
  queries: Queries,
  companyId: number,
  date: string,
  businessTime: BusinessTime,
): Promise<number> {
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from attendance where company_id = ${companyId}
      and occurred_at >= ${businessTime.startOf(date)} and occurred_at < ${businessTime.endOf(date)}`,
  );
  return total;
}
