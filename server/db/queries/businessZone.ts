// The time zone that the business lives in: the setting business_timezone.

import { type BusinessTime, businessTime, isTimeZone } from '../../domain/businessTime.ts';
import { first, type Queries } from '../db.ts';
import { sql } from '../sql.ts';

/** Each remembers offsets that it measured, so one is kept for each zone. */
const known = new Map<string, BusinessTime>();

export async function findBusinessTime(queries: Queries): Promise<BusinessTime> {
  const row = await first<{ setting_value: string }>(
    queries,
    sql`select setting_value from settings where setting_key = 'business_timezone'`,
  );
  const zone = row && isTimeZone(row.setting_value) ? row.setting_value : 'UTC';
  const time = known.get(zone) ?? businessTime(zone);
  known.set(zone, time);
  return time;
}
