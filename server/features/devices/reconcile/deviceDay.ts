// A day at a device: its events and their records. The device's clock decides; an event with an implausible time
// belongs to the day it was received.

import { type Queries, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { daysAfter, type ZoneTime } from '../../../platform/time/clock.ts';

export interface DeviceDay {
  readonly controllerId: number;
  readonly companyId: number;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Calendar at the device's place. */
  readonly local: ZoneTime;
}

/** Outcomes of a person who passed, with known time and direction. */
const isTaken = sql`outcome in ('attendance', 'known', 'repeat')`;

const isOfController = ({ controllerId }: DeviceDay) => sql`controller_id = ${controllerId}`;
const cameOn = ({ day, local }: DeviceDay) =>
  sql`received_at >= ${local.startOf(day)} and received_at < ${local.endOf(day)}`;

/** Table of the day's events, as a union so that each part reads one index. */
export function eventsOf(deviceDay: DeviceDay): Sql {
  const { day } = deviceDay;
  const those = sql`select id, device_id, generation, number, code, local_time, occurred_at, received_at, outcome, reason,
      attendance_id
    from device_events where ${isOfController(deviceDay)}`;
  return sql`(${those} and local_time >= ${day} and local_time < ${daysAfter(day, 1)} and outcome <> 'implausible_time'
    union all ${those} and local_time = '' and ${cameOn(deviceDay)}
    union all ${those} and outcome = 'implausible_time' and local_time <> '' and ${cameOn(deviceDay)}) events`;
}

interface StoredRecord {
  readonly id: number;
  readonly employee_code: string;
  readonly occurred_at: string;
  /** True if no employee has its code. */
  readonly is_unknown: boolean;
  readonly is_set_aside: boolean;
  /** The controller belonged to another company. */
  readonly is_of_other_company: boolean;
  readonly delivery: 'waiting' | 'accepted' | 'failed' | null;
  /** It was in a request to the HR system, whether answered or not. */
  readonly was_sent: boolean;
  readonly last_error: string;
}

export interface DayRecord extends StoredRecord {
  /** True if no device event belongs to it. */
  readonly is_without_event: boolean;
}

/**
 * Attendance records of a controller's day: those made from its events, and those the webhook made before its events
 * were stored.
 */
export async function recordsOfDay(queries: Queries, deviceDay: DeviceDay): Promise<DayRecord[]> {
  const ofEvents = sql`select attendance_id from ${eventsOf(deviceDay)} where ${isTaken} and attendance_id is not null`;
  const withEvent = await storedRecords(queries, deviceDay, ofEvents);
  const ids = new Set(withEvent.map(({ id }) => id));
  const others = (await idsOfDay(queries, deviceDay)).filter((id) => !ids.has(id));
  const withoutEvent = await storedRecords(queries, deviceDay, await withoutEvents(queries, others));
  return [
    ...withEvent.map((record) => ({ ...record, is_without_event: false })),
    ...withoutEvent.map((record) => ({ ...record, is_without_event: true })),
  ].sort((one, other) => one.id - other.id);
}

const storedRecords = (
  queries: Queries,
  { companyId }: DeviceDay,
  ids: Sql | readonly number[],
): Promise<StoredRecord[]> =>
  queries.all<StoredRecord>(
    sql`select attendance.id, employee_code, occurred_at, employee_id is null as is_unknown,
        set_aside_by is not null as is_set_aside, attendance.company_id <> ${companyId} as is_of_other_company,
        state as delivery, coalesce(was_sent, false) as was_sent, coalesce(last_error, '') as last_error
      from attendance left join hr_deliveries on hr_deliveries.attendance_id = attendance.id
      where attendance.id in (${ids})`,
    ['is_unknown', 'is_set_aside', 'is_of_other_company', 'was_sent'],
  );

const idsOfDay = (queries: Queries, { controllerId, day, local }: DeviceDay): Promise<number[]> =>
  scalars(
    queries,
    sql`select id from attendance where access_controller_id = ${controllerId}
      and occurred_at >= ${local.startOf(day)} and occurred_at < ${local.endOf(day)}`,
  );

/** Leaves out records of events that belong to another day, or are read differently by now. */
async function withoutEvents(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const withEvent = new Set(
    await scalars(queries, sql`select attendance_id from device_events where attendance_id in (${ids})`),
  );
  return ids.filter((id) => !withEvent.has(id));
}
