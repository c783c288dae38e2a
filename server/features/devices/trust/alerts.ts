// What is wrong with devices as the watch knows it: since when, and when a mail told.

import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';

export interface Alert {
  readonly controllerId: number;
  readonly kind: string;
}

/** A device that comes and goes is not mailed about again sooner. */
const quietMinutes = 6 * 60;
/** What went wrong so soon after goes into the same mail: a power cut is not noticed at every device in one minute. */
const togetherMinutes = 10;

/** Stores what is wrong now. What is well again is forgotten, but not who was told. */
export async function keepAlerts(queries: Queries, wrong: readonly Alert[], now: Date): Promise<void> {
  const since = instantOf(now);
  const rows = rowsOf(
    { controller_id: 'bigint', kind: 'text', since: 'timestamp(0)' },
    wrong.map(({ controllerId, kind }) => ({ controller_id: controllerId, kind, since })),
  );
  await queries.run(
    sql`insert into device_alerts (controller_id, kind, since)
      select controller_id, kind, since from ${rows} where true
      on conflict (controller_id, kind) do update set since = excluded.since, well_since = null
        where device_alerts.well_since is not null`,
  );
  await queries.run(
    sql`update device_alerts set well_since = ${since} where well_since is null and not exists (
      select 1 from ${rows} where rows.controller_id = device_alerts.controller_id and rows.kind = device_alerts.kind)`,
  );
  await queries.run(
    sql`delete from device_alerts
      where well_since is not null and (mailed_at is null or mailed_at <= ${quietSince(now)})`,
  );
}

const quietSince = (now: Date) => instantOf(plusMinutes(now, -quietMinutes));

/** Those that a mail has to tell about now. Of several processes only one gets them. */
export async function claimDueAlerts(queries: Queries, minutes: number, now: Date): Promise<Alert[]> {
  const untold = sql`well_since is null
    and (mailed_at is null or (mailed_at < since and mailed_at <= ${quietSince(now)}))`;
  const dueSince = instantOf(plusMinutes(now, -minutes));
  const due = await maybeOne(
    queries,
    sql`select 1 from device_alerts where ${untold} and since <= ${dueSince} limit 1`,
  );
  if (!due) return [];
  const soonDue = instantOf(plusMinutes(now, togetherMinutes - minutes));
  const rows = await queries.all<{ controller_id: number; kind: string }>(
    sql`update device_alerts set mailed_at = ${instantOf(now)} where ${untold} and since <= ${soonDue}
      returning controller_id, kind`,
  );
  return rows.map(({ controller_id, kind }) => ({ controllerId: controller_id, kind }));
}
