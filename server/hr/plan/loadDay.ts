// The records that a plan is made of, and one record with its day.

import { longestShiftHours } from './planDay.ts';
import type { DeliveryState, HrDay, HrRecord } from './types.ts';
import type { BusinessTime } from '../../time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../time/instants.ts';
import { one, type Queries } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';

interface Row {
  id: number;
  person_id: number | null;
  person_code: string | null;
  person_name: string | null;
  employee_code: string;
  event_type: HrRecord['event_type'];
  occurred_at: string;
  state: DeliveryState | null;
  last_error: string | null;
}

export async function loadHrDay(
  queries: Queries,
  companyId: number,
  date: string,
  time: BusinessTime,
  now: Date,
): Promise<HrDay> {
  const start = time.startOf(date);
  const eve = instantOf(plusMinutes(dateOf(start), -longestShiftHours * 60));
  const records = await loadRecords(queries, companyId, eve, time.endOf(date));
  return {
    date,
    time,
    now: instantOf(now),
    records: records.filter(({ occurred_at }) => occurred_at >= start),
    eve: records.filter(({ occurred_at }) => occurred_at < start),
  };
}

async function loadRecords(queries: Queries, companyId: number, from: string, until: string): Promise<HrRecord[]> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, employees.id as person_id, employees.employee_id as person_code,
        employees.name as person_name, attendance.employee_code, attendance.event_type,
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
      row.person_id === null
        ? null
        : { id: row.person_id, employee_id: row.person_code ?? '', name: row.person_name ?? '' },
    employee_code: row.employee_code,
    event_type: row.event_type,
    occurred_at: row.occurred_at,
    delivery: row.state ?? 'none',
    last_error: row.last_error ?? '',
  }));
}

export async function countRecords(
  queries: Queries,
  companyId: number,
  date: string,
  time: BusinessTime,
): Promise<number> {
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from attendance where company_id = ${companyId}
      and occurred_at >= ${time.startOf(date)} and occurred_at < ${time.endOf(date)}`,
  );
  return total;
}
