// Attendance records that count for nobody, or that the HR system does not have.

import type { Loss, Stage } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { peopleById } from '../intake/eventPeople.ts';
import type { DeviceDay } from './deviceDay.ts';
import { type LossGroup, unnamed } from './lossGroups.ts';

export interface LostRecord extends Pick<Loss, 'reason' | 'sentence' | 'action'> {
  readonly id: number;
  readonly stage: Stage;
}

/** By reason, in the order in which reasons come. */
export function recordLosses(
  queries: Queries,
  deviceDay: DeviceDay,
  records: readonly LostRecord[],
  businessTime: BusinessTime,
): LossGroup[] {
  const groups = Map.groupBy(records, ({ stage, reason }) => `${stage} ${reason}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const { stage, reason } = one;
    const first = (limit: number) => namedLosses(queries, deviceDay, group.slice(0, limit), businessTime);
    return [{ stage, reason, noun: 'record', size: group.length, count: group.length, first }];
  });
}

interface Row {
  id: number;
  employee_id: number | null;
  employee_code: string;
  occurred_at: string;
}

interface EventOfRecord {
  id: number;
  attendance_id: number;
  local_time: string;
}

async function namedLosses(
  queries: Queries,
  { local }: DeviceDay,
  records: readonly LostRecord[],
  businessTime: BusinessTime,
): Promise<Loss[]> {
  const ids = records.map(({ id }) => id);
  const rows = await queries.all<Row>(
    sql`select id, employee_id, employee_code, occurred_at from attendance where id in (${ids})`,
  );
  const events = await queries.all<EventOfRecord>(
    sql`select id, attendance_id, local_time from device_events where attendance_id in (${ids}) order by id desc`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  // The first one that said it.
  const eventOf = new Map(events.map((event) => [event.attendance_id, event]));
  const people = await peopleById(
    queries,
    rows.flatMap(({ employee_id }) => employee_id ?? []),
  );
  return records.map(({ id, ...loss }) => {
    const row = found.get(id);
    const event = eventOf.get(id);
    return {
      ...unnamed,
      ...loss,
      count: 1,
      record_id: id,
      event_id: event?.id ?? null,
      code: row?.employee_code ?? '',
      employee: people.get(row?.employee_id ?? 0) ?? null,
      local_time: event?.local_time ?? (row ? local.wallClock(row.occurred_at).slice(0, 19).replace('T', ' ') : ''),
      timestamp: row ? businessTime.wallClock(row.occurred_at) : '',
    };
  });
}
