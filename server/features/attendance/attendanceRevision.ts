// The revision changes whenever a record changes that the list could show: who reads many pages, and finds it the same
// before and after, has read them as of one moment.

import { createHash } from 'node:crypto';
import type { Query } from '../../../src/shared/contract/calls.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { assertPeriod } from '../../platform/records/parameters.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';

export async function revisionOf(
  queries: Queries,
  caller: Caller,
  businessTime: BusinessTime,
  query: Query<'GET /attendance/revision'>,
): Promise<string> {
  assertPeriod(query);
  const { company_id, start_date, end_date } = query;
  const from = start_date ? businessTime.startOf(start_date) : '0001-01-01 00:00:00';
  const until = end_date ? businessTime.endOf(end_date) : '9999-12-31 00:00:00';
  const company = company_id === undefined ? sql`true` : sql`companies.id = ${company_id}`;
  // Each company has a row, so that it shows when one is no longer the caller's.
  const rows = await queries.all<{ id: number; changes: number | null }>(
    sql`select id, (select cast(sum(changes) as bigint) from attendance_revisions where company_id = companies.id
        and (day = '0001-01-01 00:00:00' or (day >= ${`${from.slice(0, 10)} 00:00:00`} and day < ${until}))) as changes
      from companies where ${company} and ${companyScope(caller, sql`companies.id`)} order by id`,
  );
  return createHash('sha256')
    .update(JSON.stringify([businessTime.zone, rows.map(Object.values)]))
    .digest('base64url');
}
