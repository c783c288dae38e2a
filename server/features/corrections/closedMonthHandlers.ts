// Closes months of a company, so that nothing in them can be corrected, and reopens them with a reason.

import type { ClosedMonth, OpenMonth } from '../../../src/shared/contract/corrections.ts';
import { monthsBefore } from '../../../src/shared/words/months.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import type { SignedInActor } from '../../platform/audit/auditLog.ts';
import { exists, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { createRecord, findOrThrow, type RecordKind, updateRecord } from '../../platform/records/recordActions.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { companyRecord, createCompanyLock, lockCompany } from '../companies/companyQueries.ts';
import { clockFor, clockOf, currentClocks, instantsOf, type Moment } from '../settings/clocks.ts';
import { changesOfMonths } from '../workday/closedMonthChanges.ts';
import { assertMonth, assertMonthEnded, daysOfMonths } from '../workday/closedMonths.ts';
import { findInbox } from './exceptions/exceptionHandlers.ts';

const closedMonths: RecordKind<ClosedMonth> = {
  table: 'closed_months',
  noun: 'Closed month',
  lock: createCompanyLock('closed_months'),
  find: (queries, caller, ids) => closedMonthsWhere(queries, caller, sql`closed_months.id in (${ids})`),
  taken: { month: 'This month is closed already' },
};

/** Gives events of the month to people who got their ID or code while it was closed. */
type NameEvents = (
  queries: Queries,
  month: { readonly companyId: number; readonly month: string },
  actor: SignedInActor,
) => Promise<void>;

export const createClosedMonthHandlers = (nameEvents: NameEvents) =>
  ({
    async 'GET /closed-months'({ db, caller, query: { company_id } }) {
      const isWanted = company_id === undefined ? sql`true` : sql`company_id = ${company_id}`;
      return closedMonthsWhere(db, caller, isWanted);
    },

    async 'GET /open-months'({ db, caller, clocks, query, now }) {
      const [lastMonth = ''] = monthsBefore((await clockFor(db, { caller, clocks })).dayOf(instantOf(now)), 1);
      const { month = lastMonth } = query;
      assertMonth(month);
      return findOpenMonths(db, { caller, clocks, now }, month);
    },

    async 'POST /closed-months'(request) {
      const { caller, body, now } = request;
      const { company_id, month } = body;
      return createRecord(request, closedMonths, async (queries) => {
        // A correction made at the same time finishes first, or finds the month closed.
        await lockCompany(queries, company_id, 'change');
        await findOrThrow(companyRecord, queries, caller, company_id);
        assertMonthEnded(month, await clockOf(queries, company_id), now);
        const { from, until } = daysOfMonths([month]);
        const waiting = sql`select id from corrections where company_id = ${company_id} and state = 'waiting'
          and day >= ${from} and day <= ${until} limit 1`;
        if (await exists(queries, waiting))
          throw invalid({ month: 'Corrections of this month wait for approval. Please decide about them first' });
        return scalar(
          queries,
          sql`insert into closed_months (company_id, month, closed_by, closed_at)
            values (${company_id}, ${month}, ${caller.name}, ${instantOf(now)}) returning id`,
        );
      });
    },

    async 'POST /closed-months/{id}/reopen'(request) {
      const { caller, body, params, now } = request;
      return updateRecord(request, closedMonths, params.id, async (queries, before) => {
        await findOrThrow(companyRecord, queries, caller, before.company.id);
        if (before.reopened_at) throw conflict(`${before.reopened_by} has reopened it already`);
        await queries.run(
          sql`update closed_months set reopened_by = ${caller.name}, reopened_at = ${instantOf(now)},
              reopen_reason = ${body.reason.trim()}
            where id = ${before.id}`,
        );
        await nameEvents(queries, { companyId: before.company.id, month: before.month }, request);
      });
    },
  }) satisfies Partial<Handlers>;

type Row = Omit<ClosedMonth, 'company' | 'reopened_at' | 'changes'> & {
  company_id: number;
  company_name: string;
  reopened_at: string | null;
};

/** Returns the newest first, including reopened ones. */
async function closedMonthsWhere(queries: Queries, caller: Caller, condition: Sql): Promise<ClosedMonth[]> {
  const clocks = await currentClocks(queries);
  const rows = await queries.all<Row>(
    sql`select closed_months.id, company_id, companies.name as company_name, month, closed_by, closed_at,
        reopened_by, reopened_at, reopen_reason
      from closed_months join companies on companies.id = company_id
      where ${condition} and ${companyScope(caller, sql`company_id`)}
      order by month desc, closed_months.id desc`,
  );
  const ids = rows.map(({ id }) => id);
  const changesOf = await changesOfMonths(queries, ids, clocks);
  return rows.map(({ company_id, company_name, closed_at, reopened_at, ...row }) => ({
    ...row,
    changes: changesOf(row.id),
    company: { id: company_id, name: company_name },
    closed_at: clocks.of(company_id).wallClock(closed_at),
    reopened_at: reopened_at === null ? '' : clocks.of(company_id).wallClock(reopened_at),
  }));
}

// Counts what each company still has open in a month, for the person who closes it.

/** Finds the companies that had events by the end of the month, and have not closed it. */
async function findOpenMonths(queries: Queries, reader: Moment, month: string): Promise<OpenMonth[]> {
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
  // The statement's text contains the state, because the index of waiting corrections is used only then.
  const countsOf = async (rows: Sql): Promise<ReadonlyMap<number, number>> => {
    const counts = await queries.all<{ company_id: number; total: number }>(
      sql`select company_id, count(*) as total from ${rows}
        and company_id in (${ids}) and day >= ${from} and day <= ${until} group by company_id`,
    );
    return new Map(counts.map(({ company_id, total }) => [company_id, total]));
  };
  const waiting = await countsOf(sql`corrections where state = 'waiting'`);
  const rejected = can(caller, 'hr_sync.view') && (await countsOf(sql`hr_deliveries where state = 'failed'`));
  return companies.map((company) => ({
    company,
    exceptions: exceptions.get(company.id)?.length ?? 0,
    corrections: waiting.get(company.id) ?? 0,
    rejected: rejected ? (rejected.get(company.id) ?? 0) : null,
  }));
}
