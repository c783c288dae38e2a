// Losses: events that were received but not taken, and records that count for nobody or are missing in the HR system.

import type { DeviceOutcome, Loss, LossAction, Stage } from '../../../../src/shared/contract/deviceEvents.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { employeesByCode } from '../../employees/codes.ts';
import { peopleById } from '../intake/eventQueries.ts';
import type { ReceivedCounts } from './deviceCount.ts';
import { type DeviceDay, eventsOf } from './deviceDay.ts';
import type { LossGroup, SingleLoss } from './stages.ts';

type Lost = Exclude<DeviceOutcome, 'attendance' | 'known' | 'repeat' | 'not_passed' | 'no_person'>;

interface LostKind {
  readonly outcome: Lost;
  /** Sentence for events without a reason of their own. */
  readonly usual: string;
  readonly action: LossAction | null;
}

/** Listed in this order. */
const lostKinds: readonly LostKind[] = [
  { outcome: 'unreadable', usual: 'The line cannot be read', action: null },
  { outcome: 'implausible_time', usual: 'Its time cannot be true', action: 'correct' },
  { outcome: 'unknown_kind', usual: 'The meaning of this kind of event is unknown', action: 'correct' },
  { outcome: 'no_direction', usual: 'It does not say whether it is in or out', action: 'rules' },
  { outcome: 'refused', usual: 'It was refused', action: 'correct' },
  { outcome: 'parked', usual: 'It waits until somebody approves the device', action: 'rules' },
];

export const eventLosses = (
  queries: Queries,
  deviceDay: DeviceDay,
  received: ReceivedCounts,
  clock: Clock,
): LossGroup[] =>
  lostKinds.flatMap((kind) => {
    const count = received.of(kind.outcome);
    if (count === 0) return [];
    const first = (limit: number) => lostEvents(queries, deviceDay, kind, limit, clock);
    return [{ stage: 'taken', reason: kind.outcome, noun: 'event', size: count, count, first }];
  });

interface LostEvent {
  id: number;
  code: string;
  local_time: string;
  occurred_at: string | null;
  reason: string;
}

async function lostEvents(
  queries: Queries,
  deviceDay: DeviceDay,
  { outcome, usual, action }: LostKind,
  limit: number,
  { wallClock }: Clock,
): Promise<SingleLoss[]> {
  const rows = await queries.all<LostEvent>(
    sql`select id, code, local_time, occurred_at, reason from ${eventsOf(deviceDay)} where outcome = ${outcome}
      order by id limit ${limit}`,
  );
  const { companyId, day } = deviceDay;
  const employeeOf = await employeesByCode(queries, companyId, [...new Set(rows.map(({ code }) => code))]);
  const owners = rows.flatMap(({ code }) => employeeOf(code, day) ?? []);
  const people = await peopleById(queries, owners);
  return rows.map(({ id, code, local_time, occurred_at, reason }) => {
    const employee = people.get(employeeOf(code, day) ?? 0) ?? null;
    return {
      event_id: id,
      code,
      employee,
      local_time,
      timestamp: occurred_at && outcome !== 'implausible_time' ? wallClock(occurred_at) : '',
      sentence: reason || usual,
      // A correction needs an employee.
      action: action === 'correct' && !employee ? null : action,
    };
  });
}

export interface LostRecord extends Pick<Loss, 'reason' | 'sentence' | 'action'> {
  readonly id: number;
  readonly stage: Stage;
}

/** Grouped by reason, in order of appearance. */
export function recordLosses(
  queries: Queries,
  deviceDay: DeviceDay,
  records: readonly LostRecord[],
  clock: Clock,
): LossGroup[] {
  const groups = Map.groupBy(records, ({ stage, reason }) => `${stage} ${reason}`);
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const { stage, reason } = one;
    const first = (limit: number) => namedLosses(queries, deviceDay, group.slice(0, limit), clock);
    return [{ stage, reason, noun: 'record', size: group.length, count: group.length, first }];
  });
}

interface RecordRow {
  id: number;
  employee_id: number | null;
  employee_code: string;
  occurred_at: string;
  /** The earliest one. */
  event_id: number | null;
  local_time: string | null;
}

async function namedLosses(
  queries: Queries,
  { local }: DeviceDay,
  records: readonly LostRecord[],
  { wallClock }: Clock,
): Promise<SingleLoss[]> {
  const ids = records.map(({ id }) => id);
  const rows = await queries.all<RecordRow>(
    sql`select attendance.id, employee_id, employee_code, attendance.occurred_at, event.id as event_id, local_time
      from attendance left join device_events event
        on event.id = (select min(id) from device_events where attendance_id = attendance.id)
      where attendance.id in (${ids})`,
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const owners = rows.flatMap(({ employee_id }) => employee_id ?? []);
  const people = await peopleById(queries, owners);
  return records.map(({ id, ...loss }) => {
    const row = rowOf.get(id);
    return {
      ...loss,
      record_id: id,
      event_id: row?.event_id ?? null,
      code: row?.employee_code ?? '',
      employee: people.get(row?.employee_id ?? 0) ?? null,
      local_time: row?.local_time ?? (row ? local.wallClock(row.occurred_at).slice(0, 19).replace('T', ' ') : ''),
      timestamp: row ? wallClock(row.occurred_at) : '',
    };
  });
}
