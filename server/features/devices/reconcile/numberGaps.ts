// Gaps in the numbers that a device gives to its events: something happened there that never came. A gap belongs to the
// day of the event that follows it.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { type DeviceDay, eventsOf } from './deviceDay.ts';

export interface NumberGap {
  /** The missing numbers, both included. */
  readonly from: number;
  readonly to: number;
  /** The device's clock at the event that follows. */
  readonly localTime: string;
}

export const sizeOf = ({ from, to }: NumberGap): number => to - from + 1;

/** Another device, or one that began again, has numbers of its own. What was before its first number, nobody knows. */
export async function numberGaps(queries: Queries, deviceDay: DeviceDay): Promise<NumberGap[]> {
  const isOfSameCount = sql`other.controller_id = ${deviceDay.controllerId} and other.generation = events.generation
    and coalesce(other.device_id, 0) = coalesce(events.device_id, 0)`;
  const rows = await queries.all<{ number: number; previous: number | null; local_time: string }>(
    sql`select number, min(local_time) as local_time,
        (select max(other.number) from device_events other where ${isOfSameCount} and other.number < events.number)
          as previous
      from ${eventsOf(deviceDay)}
      where number is not null and not exists
        (select 1 from device_events other where ${isOfSameCount} and other.number = events.number - 1)
      group by device_id, generation, number order by device_id, generation, number`,
  );
  return rows.flatMap(({ number, previous, local_time }) =>
    previous === null ? [] : [{ from: previous + 1, to: number - 1, localTime: local_time }],
  );
}
