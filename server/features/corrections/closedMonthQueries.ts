// Closed months, with those that were reopened since.

import type { ClosedMonth } from '../../../src/shared/contract/corrections.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { companyScope } from '../../platform/access/companyScope.ts';
import { changesOfMonths } from '../workday/closedMonthChanges.ts';
import { maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { instantOf } from '../../platform/time/instants.ts';

/** The newest first. */
export const listClosedMonths = (
  queries: Queries,
  caller: Caller,
  companyId: number | undefined,
): Promise<ClosedMonth[]> =>
  closedMonthsWhere(queries, caller, companyId === undefined ? sql`true` : sql`company_id = ${companyId}`);

export async function findClosedMonth(queries: Queries, caller: Caller, id: number): Promise<ClosedMonth | undefined> {
  const [month] = await closedMonthsWhere(queries, caller, sql`closed_months.id = ${id}`);
  return month;
}

export const waitingCorrectionOf = (queries: Queries, companyId: number, month: string) =>
  maybeOne<{ id: number }>(
    queries,
    sql`select id from corrections where company_id = ${companyId} and state = 'waiting'
        and day >= ${`${month}-01`} and day <= ${`${month}-31`} limit 1`,
  );

export async function insertClosedMonth(
  queries: Queries,
  caller: Caller,
  { company_id, month }: { company_id: number; month: string },
  now: Date,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into closed_months (company_id, month, closed_by, closed_at)
      values (${company_id}, ${month}, ${caller.name}, ${instantOf(now)}) returning id`,
  );
  return id;
}

export async function reopenMonth(
  queries: Queries,
  caller: Caller,
  { id, reason }: { id: number; reason: string },
  now: Date,
): Promise<void> {
  await queries.run(
    sql`update closed_months set reopened_by = ${caller.name}, reopened_at = ${instantOf(now)},
        reopen_reason = ${reason}
      where id = ${id}`,
  );
}

type Row = Omit<ClosedMonth, 'company' | 'reopened_at' | 'changes'> & {
  company_id: number;
  company_name: string;
  reopened_at: string | null;
};

async function closedMonthsWhere(queries: Queries, caller: Caller, condition: Sql): Promise<ClosedMonth[]> {
  const businessTime = await currentBusinessTime(queries);
  const { wallClock } = businessTime;
  const rows = await queries.all<Row>(
    sql`select closed_months.id, company_id, companies.name as company_name, month, closed_by, closed_at,
        reopened_by, reopened_at, reopen_reason
      from closed_months join companies on companies.id = company_id
      where ${condition} and ${companyScope(caller, sql`company_id`)}
      order by month desc, closed_months.id desc`,
  );
  const ids = rows.map(({ id }) => id);
  const changesOf = await changesOfMonths(queries, ids, businessTime);
  return rows.map(({ company_id, company_name, closed_at, reopened_at, ...row }) => ({
    ...row,
    changes: changesOf(row.id),
    company: { id: company_id, name: company_name },
    closed_at: wallClock(closed_at),
    reopened_at: reopened_at === null ? '' : wallClock(reopened_at),
  }));
}
