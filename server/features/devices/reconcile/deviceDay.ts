// A day at a device: its events and their records. The device's clock decides; an event with an implausible time
// belongs to the day it was received.

import { type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { daysAfter, type ZoneTime } from '../../../platform/time/clock.ts';
import { companyOfEvent } from '../../controllers/controllerQueries.ts';

export interface DeviceDay {
  readonly controllerId: number;
  readonly companyId: number;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Calendar at the device's place. */
  readonly local: ZoneTime;
}

/** Outcomes for a person who passed, at a known time and in a known direction. */
const isTaken = sql`outcome in ('attendance', 'known', 'repeat')`;

const isOfController = ({ controllerId }: DeviceDay) => sql`controller_id = ${controllerId}`;
const cameOn = ({ day, local }: DeviceDay) =>
  sql`received_at >= ${local.startOf(day)} and received_at < ${local.endOf(day)}`;

/**
 * Table of the day's events, as a union so that each part reads one index. What the webhook refused stays with the
 * company that had the controller then.
 */
export function eventsOf(deviceDay: DeviceDay): Sql {
  const { companyId, day } = deviceDay;
  const those = sql`select id, device_id, generation, number, code, local_time, occurred_at, received_at, outcome, reason,
      attendance_id
    from device_events where ${isOfController(deviceDay)}
      and (outcome <> 'refused' or ${companyOfEvent} = ${companyId})`;
  return sql`(${those} and local_time >= ${day} and local_time < ${daysAfter(day, 1)} and outcome <> 'implausible_time'
    union all ${those} and local_time = '' and ${cameOn(deviceDay)}
    union all ${those} and outcome = 'implausible_time' and local_time <> '' and ${cameOn(deviceDay)}) events`;
}

export interface DayRecord {
  readonly id: number;
  readonly employee_code: string;
  readonly occurred_at: string;
  /** True if no employee has its code. */
  readonly is_unknown: boolean;
  readonly is_set_aside: boolean;
  /** Whether the controller belonged to another company. */
  readonly is_of_other_company: boolean;
  readonly delivery: 'waiting' | 'accepted' | 'failed' | null;
  /** Whether a request to the HR system contained it, answered or not. */
  readonly was_sent: boolean;
  readonly last_error: string;
  /** True if no device event belongs to it. */
  readonly is_without_event: boolean;
}

/**
 * Attendance records of a controller's day: those made from its events, and those the webhook made before its events
 * were stored. `cross join` makes SQLite begin with them.
 */
export function recordsOfDay(queries: Queries, deviceDay: DeviceDay): Promise<DayRecord[]> {
  const { controllerId, companyId, day, local } = deviceDay;
  const records = sql`select attendance_id as record_id, false as is_without_event from ${eventsOf(deviceDay)}
      where ${isTaken} and attendance_id is not null
    union select id, true from attendance where access_controller_id = ${controllerId}
      and occurred_at >= ${local.startOf(day)} and occurred_at < ${local.endOf(day)}
      and not exists (select 1 from device_events where attendance_id = attendance.id)`;
  return queries.all<DayRecord>(
    sql`select attendance.id, employee_code, occurred_at, employee_id is null as is_unknown,
        set_aside_by is not null as is_set_aside, attendance.company_id <> ${companyId} as is_of_other_company,
        state as delivery, coalesce(was_sent, false) as was_sent, coalesce(last_error, '') as last_error,
        is_without_event
      from (${records}) records cross join attendance
        left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
      where attendance.id = record_id order by attendance.id`,
    ['is_unknown', 'is_set_aside', 'is_of_other_company', 'was_sent', 'is_without_event'],
  );
}
