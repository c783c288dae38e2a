// The people that events are about, as lists show them.

import type { DeviceEvent } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';

export type PersonOfEvent = NonNullable<DeviceEvent['employee']>;

export async function peopleById(queries: Queries, ids: readonly number[]): Promise<Map<number, PersonOfEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<PersonOfEvent>(
    sql`select id, name, employee_id, department from employees where id in (${[...new Set(ids)]})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
