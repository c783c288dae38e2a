// Attendance records and exceptions as sheets and the inbox show them.

import type { ExceptionKind, SheetEvent } from '../../../src/shared/contract/workday.ts';
import { exceptionSentence } from '../../../src/shared/words/exceptionWords.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import type { Clock, Clocks } from '../../platform/time/clock.ts';
import type { StoredEvent } from './loadDays.ts';

export type RecordOfDay = Pick<
  StoredEvent,
  'id' | 'occurredAt' | 'eventType' | 'controllerId' | 'isManual' | 'isSetAside'
>;

interface Row {
  id: number;
  company_id: number;
  controller: string;
  hr_state: string;
}

export async function showEvents(
  queries: Queries,
  caller: Caller,
  events: readonly RecordOfDay[],
  clocks: Clocks,
): Promise<(event: RecordOfDay) => SheetEvent> {
  const rows = await queries.all<Row>(
    sql`select attendance.id, attendance.company_id, access_controllers.name as controller, hr_state
      from attendance join access_controllers on access_controllers.id = access_controller_id
      where attendance.id in (${events.map(({ id }) => id)})`,
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ({ id, eventType, occurredAt, isManual = false, isSetAside = false }) => {
    const row = rowOf.get(id);
    return {
      id,
      event_type: eventType,
      timestamp: clocks.of(row?.company_id ?? 0).wallClock(occurredAt),
      controller: row?.controller ?? '',
      is_manual: isManual,
      is_set_aside: isSetAside,
      hr_state: can(caller, 'hr_sync.view') ? row?.hr_state : undefined,
    };
  };
}

interface Exception {
  readonly kind: ExceptionKind;
  readonly event: { readonly occurredAt: string };
  readonly other?: { readonly occurredAt: string };
  readonly value?: number;
  readonly limit?: number;
}

/** Says what happened, with the times of that day. */
export function sentenceOf(
  { kind, event, other, value, limit }: Exception,
  employeeCode: string,
  { wallClock }: Clock,
): string {
  const time = ({ occurredAt }: { occurredAt: string }) => wallClock(occurredAt).slice(11, 19);
  return exceptionSentence(kind, { at: time(event), otherAt: other ? time(other) : '', employeeCode, value, limit });
}
