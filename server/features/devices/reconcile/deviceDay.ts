// A day at the device, and the events that belong to it. The device's clock decides; an event whose time nobody can
// believe belongs to the day on which it came.

import { sql, type Sql } from '../../../platform/db/sql.ts';
import { type BusinessTime, daysAfter } from '../../../platform/time/businessTime.ts';

export interface DeviceDay {
  readonly controllerId: number;
  readonly companyId: number;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Of the device's place. */
  readonly local: BusinessTime;
}

/** They were taken: a person passed, and when and which way can be told. */
export const isTaken = sql`outcome in ('attendance', 'known', 'repeat')`;

const isOfController = ({ controllerId }: DeviceDay) => sql`controller_id = ${controllerId}`;
const cameOn = ({ day, local }: DeviceDay) =>
  sql`received_at >= ${local.startOf(day)} and received_at < ${local.endOf(day)}`;

/** As a table. Each part walks through one index. */
export function eventsOf(deviceDay: DeviceDay): Sql {
  const { day } = deviceDay;
  const those = sql`select id, device_id, generation, number, code, local_time, occurred_at, received_at, outcome, reason,
      attendance_id
    from device_events where ${isOfController(deviceDay)}`;
  return sql`(${those} and local_time >= ${day} and local_time < ${daysAfter(day, 1)} and outcome <> 'implausible_time'
    union all ${those} and local_time = '' and ${cameOn(deviceDay)}
    union all ${those} and outcome = 'implausible_time' and local_time <> '' and ${cameOn(deviceDay)}) events`;
}
