// Loads the input of a plan, and plans a day.

import { marginHours } from '../../../../src/shared/day/workedDays.ts';
import { type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { type Clock, type CompanyMoment, dateOf, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { dayRulesOf } from '../../workday/loadDays.ts';
import { findConnection, findHrConfig, nameOfSystem } from '../connection/connectionQueries.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { isUnclear } from '../delivery/deliveryQueries.ts';
import { type EmployeePlan, planDay } from './planDay.ts';
import type { HrDay, HrRecord } from './types.ts';

interface Row extends Omit<HrRecord, 'employee' | 'delivery' | 'system' | 'pairStart' | 'pairedUntil'> {
  employee_row: number | null;
  employee_number: string | null;
  name: string | null;
  person_id: string | null;
  state: 'waiting' | 'accepted' | 'failed' | null;
  sent_to: string;
  pair_start_id: number | null;
  pair_start_at: string | null;
  paired_until: string | null;
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
  const from = instantOf(plusMinutes(dateOf(start), -marginHours * 60));
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
  { clock, now }: CompanyMoment,
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
        attendance.occurred_at, hr_deliveries.state, coalesce(hr_deliveries.last_error, '') as last_error,
        coalesce(state = 'accepted' or ${isUnclear(sql`hr_deliveries`)}, false) as "mayBeThere",
        coalesce(sent_to, '') as sent_to, pair_start.id as pair_start_id, pair_start.occurred_at as pair_start_at,
        (select max(later.occurred_at) from hr_deliveries as carriers
            join attendance as later on later.id = carriers.attendance_id
          where carriers.pair_start_id = attendance.id and carriers.state <> 'failed'
            and later.occurred_at >= ${until} and later.set_aside_by is null) as paired_until,
        exists (select 1 from hr_deliveries as carriers
            join attendance as other on other.id = carriers.attendance_id
          where carriers.pair_start_id = hr_deliveries.pair_start_id and carriers.state = 'accepted'
            and hr_deliveries.state = 'accepted' and carriers.sent_to = hr_deliveries.sent_to
            and hr_deliveries.person_id in ('', carriers.person_id)
            and (carriers.accepted_at, other.occurred_at) > (hr_deliveries.accepted_at, attendance.occurred_at))
          as "isFormerEnd",
        attendance.guessed_by as "guessedBy", attendance.added_by is not null as "isManual",
        attendance.set_aside_by is not null as "isSetAside",
        exists (select 1 from corrections where corrections.attendance_id = attendance.id and kind = 'as_is'
          and exception = 'open_too_long' and corrections.state = 'applied') as "isLongShift",
        exists (select 1 from erasures where kind = 'employees' and person_id = employees.id) as "isErased"
      from attendance
        left join employees on employees.id = attendance.employee_id
        left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
        left join attendance as pair_start on pair_start.id = hr_deliveries.pair_start_id
        left join hr_matches on hr_matches.employee_id = employees.id
          and hr_matches.company_id = attendance.company_id
      where attendance.company_id = ${companyId}
        and attendance.occurred_at >= ${from} and attendance.occurred_at < ${until} and ${isWanted}`,
    ['mayBeThere', 'isFormerEnd', 'isManual', 'isSetAside', 'isLongShift', 'isErased'],
  );
  return rows.map(({ employee_row: id, employee_number, name, person_id, ...stored }) => {
    const { state, sent_to, pair_start_id, pair_start_at, paired_until, ...row } = stored;
    return {
      ...row,
      employee:
        id === null ? null : { id, employeeNumber: employee_number ?? '', name: name ?? '', personId: person_id ?? '' },
      delivery: state === 'failed' ? 'retryNeeded' : (state ?? 'none'),
      system: sent_to === '' ? '' : nameOfSystem(sent_to),
      pairStart: pair_start_id === null || pair_start_at === null ? null : { id: pair_start_id, at: pair_start_at },
      pairedUntil: paired_until ?? '',
    };
  });
}
