// How many events of a day came, by what became of them, and how many of them the device's own count covers.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Said } from './askedCount.ts';
import { type DeviceDay, eventsOf } from './deviceDay.ts';

/**
 * compared: the device's own count has it, too. later: it happened after the device said its count. elsewhere: another
 * device or a webhook sent it. misdated: the device has it under another date.
 */
type Origin = 'compared' | 'later' | 'elsewhere' | 'misdated';

export interface ReceivedCounts {
  readonly total: number;
  of(what: Origin | DeviceOutcome): number;
}

/** Without a count that the device said, its own numbers are compared. */
export async function receivedCounts(
  queries: Queries,
  deviceDay: DeviceDay,
  said: Said | undefined,
): Promise<ReceivedCounts> {
  const isOfDevice = said ? sql`coalesce(device_id, 0) = ${said.deviceId}` : sql`number is not null`;
  const isLater = said ? sql`occurred_at > ${said.at} and received_at > ${said.at}` : sql`1 = 0`;
  const rows = await queries.all<{ outcome: DeviceOutcome; origin: Origin; total: number }>(
    sql`select outcome, origin, count(*) as total from
        (select outcome, case when outcome = 'implausible_time' then 'misdated' when not (${isOfDevice}) then 'elsewhere'
          when ${isLater} then 'later' else 'compared' end as origin from ${eventsOf(deviceDay)}) counted
      group by outcome, origin`,
  );
  const totals = new Map<string, number>();
  for (const { outcome, origin, total } of rows) {
    for (const key of [outcome, origin]) totals.set(key, (totals.get(key) ?? 0) + total);
  }
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    of: (what) => totals.get(what) ?? 0,
  };
}
