// Stores events exactly once. They are not in the audit: attendance records never change, except that they become
// processed, and that an unknown employee becomes known.

import { type ControllerEvent, identityOf } from './events.ts';
import { instantOf } from '../time/instants.ts';
import type { Queries } from '../db/db.ts';
import { join, sql } from '../db/sql.ts';
import type { Sender } from './controllerQueries.ts';
import { employeeIdsByNumber } from '../employees/employeeQueries.ts';

export interface StoredEvent extends ControllerEvent {
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
  const stored: StoredEvent[] = [];
  for (const chunk of chunksOf(events)) {
    const codes = [...new Set(chunk.map((event) => event.employeeCode))];
    const employees = await employeeIdsByNumber(queries, sender.company_id, codes);
    const rows = chunk.map(
      (event) =>
        sql`(${sender.company_id}, ${employees.get(event.employeeCode) ?? null}, ${event.employeeCode},
          ${sender.id}, ${event.eventId}, ${event.type}, ${event.occurredAt}, ${instantOf(now)})`,
    );
    const inserted = await queries.all<Row>(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
          event_type, occurred_at, created_at)
        values ${join(rows, ', ')} on conflict do nothing returning ${columns}`,
    );
    stored.push(...inserted.map(eventOf));
  }
  return byIdentity(stored);
}

/** The stored events of the controller with the same event ids. */
export async function findEventsById(
  queries: Queries,
  sender: Sender,
  events: readonly ControllerEvent[],
): Promise<Map<string, StoredEvent>> {
  const found: StoredEvent[] = [];
  for (const chunk of chunksOf(events)) {
    const eventIds = chunk.flatMap((event) => (event.eventId === null ? [] : [event.eventId]));
    const rows = await queries.all<Row>(
      sql`select ${columns} from attendance
        where access_controller_id = ${sender.id} and event_id in (${eventIds})`,
    );
    found.push(...rows.map(eventOf));
  }
  return byIdentity(found);
}

const byIdentity = (events: readonly StoredEvent[]) => new Map(events.map((event) => [identityOf(event), event]));

/** A statement holds a limited number of values. */
function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  const size = 500;
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

const eventOf = (row: Row): StoredEvent => ({
  id: row.id,
  eventId: row.event_id,
  employeeCode: row.employee_code,
  type: row.event_type,
  occurredAt: row.occurred_at,
  isKnownEmployee: row.employee_id !== null,
});
