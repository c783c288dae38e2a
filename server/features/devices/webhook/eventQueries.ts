// Stores the events of the webhook exactly once. They are not in the audit: what was sent stays as it was sent.

import { type ControllerEvent, identityOf } from '../drivers/webhook/readEvent.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Sender } from '../../controllers/controllerQueries.ts';
import { employeesByCode } from '../../employees/codes.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';

export interface StoredEvent extends Omit<ControllerEvent, 'localTime' | 'zone'> {
  readonly id: number;
  readonly isKnownEmployee: boolean;
}

interface Row {
  id: number;
  event_id: string | null;
  employee_code: string;
  event_type: ControllerEvent['type'];
  occurred_at: string;
  employee_id: number | null;
}

const columns = sql`id, event_id, employee_code, event_type, occurred_at, employee_id`;

/** Answers the new ones, by identity. */
export async function insertEvents(
  queries: Queries,
  sender: Sender,
  events: readonly ControllerEvent[],
  now: Date,
): Promise<Map<string, StoredEvent>> {
  const codes = [...new Set(events.map((event) => event.employeeCode))];
  const employeeOf = await employeesByCode(queries, sender.company_id, codes);
  const { dayOf } = await currentBusinessTime(queries);
  const rows = rowsOf(
    { employee_id: 'bigint', code: 'text', event_id: 'text', type: 'text', at: 'timestamp(0)' },
    events.map(({ employeeCode: code, eventId: event_id, type, occurredAt: at }) => {
      return { employee_id: employeeOf(code, dayOf(at)) ?? null, code, event_id, type, at };
    }),
  );
  const inserted = await queries.all<Row>(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
        event_type, occurred_at, created_at)
      select ${sender.company_id}, employee_id, code, ${sender.id}, event_id, type, at, ${instantOf(now)}
      from ${rows} where true
      on conflict do nothing returning ${columns}`,
  );
  return byIdentity(inserted.map(eventOf));
}

/** The stored events of the controller with the same event ids. */
export async function findEventsById(
  queries: Queries,
  sender: Sender,
  events: readonly ControllerEvent[],
): Promise<Map<string, StoredEvent>> {
  const eventIds = events.flatMap((event) => (event.eventId === null ? [] : [event.eventId]));
  const rows = await queries.all<Row>(
    sql`select ${columns} from attendance
      where access_controller_id = ${sender.id} and event_id in (${eventIds})`,
  );
  return byIdentity(rows.map(eventOf));
}

const byIdentity = (events: readonly StoredEvent[]) => new Map(events.map((event) => [identityOf(event), event]));

const eventOf = (row: Row): StoredEvent => ({
  id: row.id,
  eventId: row.event_id,
  employeeCode: row.employee_code,
  type: row.event_type,
  occurredAt: row.occurred_at,
  isKnownEmployee: row.employee_id !== null,
});
