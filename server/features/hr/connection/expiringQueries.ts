// The companies whose credentials for their HR system expire soon or have expired.

import type { Attention } from '../../../../src/shared/contract/dashboard.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { companyScope } from '../../../platform/access/companyScope.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { daysAfter } from '../../../platform/time/businessTime.ts';
import { warningDays } from './expiry.ts';

type Expiring = NonNullable<Attention['hr']>['expiring'];

/** What expires first comes first. */
export function expiringCredentials(queries: Queries, caller: Caller, today: string): Promise<Expiring> {
  return queries.all(
    sql`select companies.id as company_id, companies.name as company_name, expires_on
      from hr_connections join companies on companies.id = company_id
      where deleted_at is null and expires_on <> '' and expires_on <= ${daysAfter(today, warningDays)}
        and ${companyScope(caller, sql`companies.id`)}
      order by expires_on, companies.id`,
  );
}
