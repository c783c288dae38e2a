// When each controller last sent an event, so that a silent one is noticed.

import type { AccessController } from '../../../src/shared/contract/controllers.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';

/** One step into the index of each controller, however many events it has. */
export async function lastEventsOf(
  queries: Queries,
  ids: readonly number[],
  businessTime: BusinessTime,
): Promise<ReadonlyMap<number, string>> {
  const rows = await queries.all<{ id: number; at: string | null }>(
    sql`select id, (select occurred_at from attendance where access_controller_id = access_controllers.id
        order by occurred_at desc, attendance.id desc limit 1) as at
      from access_controllers where id in (${ids})`,
  );
  return new Map(rows.map(({ id, at }) => [id, at === null ? '' : businessTime.wallClock(at)]));
}

export const withLastEvents = (
  controllers: readonly AccessController[],
  lastEvents: ReadonlyMap<number, string>,
): AccessController[] =>
  controllers.map((controller) => ({ ...controller, last_event_at: lastEvents.get(controller.id) ?? '' }));
