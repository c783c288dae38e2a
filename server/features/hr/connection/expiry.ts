// Lists credentials that expire within two weeks or have expired.

import type { Attention } from '../../../../src/shared/contract/dashboard.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { daysAfter, instantOf } from '../../../platform/time/clock.ts';
import type { Moment } from '../../settings/clocks.ts';
import { bad, type Connection, type Finding, warning } from '../connectors/connector.ts';

const warningDays = 14;

/** `expiresOn` is the last day on which the credentials work. */
export const isExpiring = (expiresOn: string, today: string): boolean =>
  expiresOn !== '' && expiresOn <= daysAfter(today, warningDays);

export const isExpired = (expiresOn: string, today: string): boolean => expiresOn !== '' && expiresOn < today;

export function expiryFindings(expiresOn: string, { clock, now }: Pick<Connection, 'clock' | 'now'>): Finding[] {
  const today = clock.dayOf(instantOf(now));
  if (!isExpiring(expiresOn, today)) return [];
  return isExpired(expiresOn, today)
    ? [bad('Credentials', `They expired: their last day was ${expiresOn}`)]
    : [warning('Credentials', `They expire soon: their last day is ${expiresOn}`)];
}

type ExpiringCredentials = NonNullable<Attention['hr']>['expiring'];

/** Sorted by date of expiry. */
export async function expiringCredentials(
  queries: Queries,
  { caller, clocks, now }: Moment,
): Promise<ExpiringCredentials> {
  const rows = await queries.all<ExpiringCredentials[number]>(
    sql`select companies.id as company_id, companies.name as company_name, expires_on
      from hr_connections join companies on companies.id = company_id
      where deleted_at is null and expires_on <> '' and ${companyScope(caller, sql`companies.id`)}
      order by expires_on, companies.id`,
  );
  const instant = instantOf(now);
  return rows.filter(({ company_id, expires_on }) => isExpiring(expires_on, clocks.of(company_id).dayOf(instant)));
}
