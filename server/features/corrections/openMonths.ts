// What is still open in a month, company by company, for whoever closes it.

import type { OpenMonth } from '../../../src/shared/contract/corrections.ts';
import { can, companyScope } from '../../platform/access/caller.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import { instantsOf } from '../settings/clocks.ts';
import { daysOfMonths } from '../workday/closedMonths.ts';
import { findInbox, type InboxReader } from './exceptions/exceptionHandlers.ts';

interface CountRow {
  company_id: number;
  total: number;
}

/** Finds the companies that had events by then, and have not closed the month. */
export async function findOpenMonths(queries: Queries, reader: InboxReader, month: string): Promise<OpenMonth[]> {
  const { caller, clocks } = reader;
  const { from, until } = daysOfMonths([month]);
  const end = instantsOf({ from, until }, clocks, sql`companies.id`).until;
  const companies = await queries.all<{ id: number; name: string }>(
    sql`select id, name from companies
      where deleted_at is null and ${companyScope(caller, sql`companies.id`)}
        and exists (select 1 from attendance
          where company_id = companies.id and occurred_at < ${end})
        and not exists (select 1 from closed_months
          where company_id = companies.id and month = ${month} and reopened_at is null)
      ${byName(searchedKinds.companies)}`,
  );
  const ids = companies.map(({ id }) => id);
  const query = { start_date: from, end_date: until, is_answered: false };
  const exceptions = Map.groupBy(await findInbox(queries, { ...reader, query }), ({ company }) => company.id);
  const waiting = byCompany(
    await queries.all<CountRow>(
      sql`select company_id, count(*) as total from corrections
        where company_id in (${ids}) and state = 'waiting' and day >= ${from} and day <= ${until} group by company_id`,
    ),
  );
  const rejected =
    can(caller, 'hr_sync.view') &&
    byCompany(
      await queries.all<CountRow>(
        sql`select company_id, count(*) as total from hr_deliveries
          where company_id in (${ids}) and state = 'failed' and day >= ${from} and day <= ${until}
          group by company_id`,
      ),
    );
  return companies.map((company) => ({
    company,
    exceptions: exceptions.get(company.id)?.length ?? 0,
    corrections: waiting.get(company.id) ?? 0,
    rejected: rejected ? (rejected.get(company.id) ?? 0) : null,
  }));
}

const byCompany = (rows: readonly CountRow[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ company_id, total }) => [company_id, total]));
