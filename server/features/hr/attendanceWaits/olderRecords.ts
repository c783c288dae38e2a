// Test Connection of an HR system that computes attendance by itself: the records that are older than the schedule goes
// back, and were never sent. Their people would count as absent.

import { one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { dateOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Finding } from '../connectors/connector.ts';
import { daysOfRun } from '../schedule/slots.ts';
import { daysWithRecords } from './findWaits.ts';

export async function olderRecordsFinding(
  queries: Queries,
  companyId: number,
  openSince: string,
  now: Date,
): Promise<Finding> {
  const businessTime = await currentBusinessTime(queries);
  const [firstOfRun = ''] = daysOfRun(businessTime, now);
  const older = plusMinutes(dateOf(businessTime.startOf(firstOfRun)), -1);
  const neverSent: { day: string; records: number }[] = [];
  for await (const { day, from, until } of daysWithRecords(queries, companyId, openSince, {
    businessTime,
    now: older,
  })) {
    if (day >= firstOfRun) break;
    const { records, queued } = await one<{ records: number; queued: number }>(
      queries,
      sql`select count(*) as records, count(case when hr_state <> 'not_queued' then 1 end) as queued
        from attendance where company_id = ${companyId} and occurred_at >= ${from} and occurred_at < ${until}`,
    );
    if (queued === 0) neverSent.push({ day, records });
  }
  const [first, last] = [neverSent[0], neverSent.at(-1)];
  const what = 'Older records';
  if (!first || !last) return { what, says: 'All days that count were sent', state: 'good' };
  const total = neverSent.reduce((sum, { records }) => sum + records, 0);
  const says =
    `${total} of ${neverSent.length} days, from ${first.day} to ${last.day}, were never sent. Sync these days first, or` +
    ' let automatic attendance begin later: until then it waits';
  return { what, says, state: 'warning' };
}
