// Loads the input of a plan, and plans a day.

import { reachHours } from '../../../../src/shared/day/workedDays.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Moment } from '../../controllers/device/words.ts';
import { dayRulesOf } from '../../workday/dayRules.ts';
import { findHrConfig } from '../configQueries.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { isUnclear } from '../delivery/deliveryQueries.ts';
import { type EmployeePlan, planDay } from './planDay.ts';
import type { HrDay, HrRecord } from './types.ts';

interface Row {
  id: number;
  employee_row: number | null;
  employee_number: string | null;
  name: string | null;
  person_id: string | null;
  employee_code: string;
  event_type: HrRecord['event_type'];
  occurred_at: string;
  state: 'waiting' | 'accepted' | 'failed' | null;
  last_error: string | null;
  may_be_there: boolean | null;
  pair_start_id: number | null;
  pair_start_at: string | null;
  paired_until: string | null;
  is_manual: boolean;
  is_set_aside: boolean;
  is_long_shift: boolean;
  guessed_by: HrRecord['guessedBy'];
}

/** `employees` limits the records to theirs. */
export async function loadHrDay(
  queries: Queries,
  companyId: number,
  date: string,
  clock: Clock,
  now: Date,
  employees?: readonly number[],
): Promise<HrDay> {
  const { repeat_seconds, hours } = await dayRulesOf(queries, companyId);
  const { connector, settings } = await findConnection(queries, companyId);
  const start = clock.workingDays.startOf(date);
  const end = clock.workingDays.endOf(date);
  const from = instantOf(plusMinutes(dateOf(start), -reachHours * 60));
  const isWanted = employees ? sql`attendance.employee_id in (${employees})` : sql`true`;
  const records = await loadRecords(queries, companyId, { from, until: end }, isWanted);
  return {
    date,
    start,
    end,
    clock,
    connector: connectorOf(connector),
    values: settings,
    now: instantOf(now),
    repeatSeconds: repeat_seconds,
    hours,
    records: records.filter(({ occurred_at }) => occurred_at >= start),
    recordsBefore: records.filter(({ occurred_at }) => occurred_at < start),
  };
}

/** Plans the day by the company's saved configuration. */
export async function planOfDay(
  queries: Queries,
  companyId: number,
  date: string,
  { clock, now }: Moment,
  employees?: readonly number[],
): Promise<EmployeePlan[]> {
  const { rules } = await findHrConfig(queries, companyId);
  return planDay(await loadHrDay(queries, companyId, date, clock, now, employees), rules);
}

async function loadRecords(
  queries: Queries,
  companyId: number,
  { from, until }: { from: string; until: string },
  isWanted: Sql,
): Promise<HrRecord[]> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, employees.id as employee_row, employees.employee_id as employee_number,
        employees.name, hr_matches.person_id, attendance.employee_code, attendance.event_type,
        attendance.occurred_at, hr_deliveries.state, hr_deliveries.last_error,
        (state = 'accepted' or ${isUnclear(sql`hr_deliveries`)}) as may_be_there,
        pair_start.id as pair_start_id, pair_start.occurred_at as pair_start_at,
        (select max(later.occurred_at) from hr_deliveries as carriers
            join attendance as later on later.id = carriers.attendance_id
          where carriers.pair_start_id = attendance.id and carriers.state <> 'failed'
            and later.occurred_at >= ${until} and later.set_aside_by is null) as paired_until,
        attendance.guessed_by, attendance.added_by is not null as is_manual,
        attendance.set_aside_by is not null as is_set_aside,
        exists (select 1 from corrections where corrections.attendance_id = attendance.id and kind = 'as_is'
          and exception = 'open_too_long' and corrections.state = 'applied') as is_long_shift
      from attendance
        left join employees on employees.id = attendance.employee_id
        left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
        left join attendance as pair_start on pair_start.id = hr_deliveries.pair_start_id
        left join hr_matches on hr_matches.employee_id = employees.id
          and hr_matches.company_id = attendance.company_id
      where attendance.company_id = ${companyId}
        and attendance.occurred_at >= ${from} and attendance.occurred_at < ${until} and ${isWanted}`,
    ['may_be_there', 'is_manual', 'is_set_aside', 'is_long_shift'],
  );
  return rows.map((row) => ({
    id: row.id,
    employee: employeeOf(row),
    employee_code: row.employee_code,
    event_type: row.event_type,
    occurred_at: row.occurred_at,
    delivery: row.state === 'failed' ? 'retryNeeded' : (row.state ?? 'none'),
    last_error: row.last_error ?? '',
    mayBeThere: row.may_be_there ?? false,
    pairStart:
      row.pair_start_id === null || row.pair_start_at === null
        ? null
        : { id: row.pair_start_id, at: row.pair_start_at },
    pairedUntil: row.paired_until ?? '',
    isManual: row.is_manual,
    isSetAside: row.is_set_aside,
    isLongShift: row.is_long_shift,
    guessedBy: row.guessed_by,
  }));
}

const employeeOf = ({ employee_row, employee_number, name, person_id }: Row): HrRecord['employee'] =>
  employee_row === null
    ? null
    : { id: employee_row, employeeNumber: employee_number ?? '', name: name ?? '', personId: person_id ?? '' };

export async function countRecords(queries: Queries, companyId: number, date: string, clock: Clock): Promise<number> {
  const { startOf, endOf } = clock.workingDays;
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from attendance where company_id = ${companyId}
      and occurred_at >= ${startOf(date)} and occurred_at < ${endOf(date)}`,
  );
  return total;
}
