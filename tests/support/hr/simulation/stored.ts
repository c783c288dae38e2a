// What the database says the HR system has, as a fake lists its entries.

import { sql } from '../../../../server/platform/db/sql.ts';
import type { World } from './world.ts';

export interface StoredDelivery {
  id: number;
  state: 'waiting' | 'accepted' | 'failed';
  /** Its last request may have arrived, or may not. */
  is_unclear: boolean;
  is_set_aside: boolean;
  person_id: string;
  event_type: 'check-in' | 'check-out';
  at: string;
  pair_start_id: number | null;
  from: string | null;
  last_error: string;
}

export async function storedDeliveries({ db, company, people }: World): Promise<StoredDelivery[]> {
  const rows = await db.all<Omit<StoredDelivery, 'person_id'> & { employee_id: string }>(
    sql`select attendance.id, state, was_sent and last_attempt_at is not null as is_unclear,
        attendance.set_aside_by is not null as is_set_aside, employees.employee_id, attendance.event_type,
        attendance.occurred_at as at, pair_start_id, pair_start.occurred_at as "from", last_error
      from hr_deliveries
        join attendance on attendance.id = attendance_id
        join employees on employees.id = attendance.employee_id
        left join attendance as pair_start on pair_start.id = pair_start_id
      where hr_deliveries.company_id = ${company.id} order by attendance.occurred_at, attendance.id`,
    ['is_unclear', 'is_set_aside'],
  );
  // Who has left the HR system is matched with nobody for a while.
  const ids = new Map(people.map(({ number, id }) => [number, id]));
  return rows.map(({ employee_id, ...row }) => ({ ...row, person_id: ids.get(employee_id) ?? '' }));
}

/** Without an end, so that there can be only one in the HR system. */
export const startOfEntry = (entry: string) => entry.split(' to ')[0] ?? '';

export const entryOf = ({ person_id, event_type, at, from }: StoredDelivery): string =>
  from === null
    ? `${person_id} ${event_type === 'check-in' ? 'in' : 'out'} ${at}`
    : `${person_id} ${event_type === 'check-in' ? 'break' : 'work'} ${from} to ${at}`;

/** Each record by itself, or each pair with its last end that counts. */
export function entriesOf(deliveries: readonly StoredDelivery[], takes: 'event' | 'pair'): string[] {
  if (takes === 'event') return deliveries.map((delivery) => entryOf({ ...delivery, from: null })).sort();
  const carriers = deliveries.filter(({ pair_start_id }) => pair_start_id !== null);
  const pairs = [...Map.groupBy(carriers, ({ pair_start_id }) => pair_start_id).values()];
  return pairs
    .flatMap((ends) => ends.findLast(({ is_set_aside }) => !is_set_aside) ?? ends.at(-1) ?? [])
    .map(entryOf)
    .sort();
}
