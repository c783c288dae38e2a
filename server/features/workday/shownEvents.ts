// Attendance records as sheets and exceptions show them.

import type { SheetEvent } from '../../../src/shared/contract/workday.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { StoredEvent } from './storedEvents.ts';

export type RecordOfDay = Pick<
  StoredEvent,
  'id' | 'occurredAt' | 'eventType' | 'controllerId' | 'isManual' | 'isSetAside'
>;

interface Row {
  id: number;
  controller: string;
  hr_state: string;
}

export async function showEvents(
  queries: Queries,
  caller: Caller,
  events: readonly RecordOfDay[],
  businessTime: BusinessTime,
): Promise<(event: RecordOfDay) => SheetEvent> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, access_controllers.name as controller, hr_state
      from attendance join access_controllers on access_controllers.id = access_controller_id
      where attendance.id in (${events.map(({ id }) => id)})`,
  );
  const shown = new Map(rows.map((row) => [row.id, row]));
  return ({ id, eventType, occurredAt, isManual = false, isSetAside = false }) => ({
    id,
    event_type: eventType,
    timestamp: businessTime.wallClock(occurredAt),
    controller: shown.get(id)?.controller ?? '',
    is_manual: isManual,
    is_set_aside: isSetAside,
    hr_state: can(caller, 'hr_sync.view') ? shown.get(id)?.hr_state : undefined,
  });
}
