// What a device sent of an attendance record, as it sent it.

import type { RecordDeviceEvent } from '../../../src/shared/contract/attendance.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';

/** The first event that said it; undefined if it came another way. */
export async function recordDeviceEvent(
  queries: Queries,
  recordId: number,
  { wallClock }: BusinessTime,
): Promise<RecordDeviceEvent | undefined> {
  const row = await maybeOne<RecordDeviceEvent>(
    queries,
    sql`select id, controller_id, number, local_time, zone, kind, direction, raw, is_ambiguous, received_at
      from device_events where attendance_id = ${recordId} order by device_events.id limit 1`,
    ['is_ambiguous'],
  );
  return row && { ...row, received_at: wallClock(row.received_at) };
}
