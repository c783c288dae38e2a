// Timesheets: people by days, and one person's sheet.

import type { ExpectedMark, SheetDay } from '../../../src/shared/contract/timesheets.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { can } from '../../platform/access/caller.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  assertPeriod,
  type PageRequest,
  type PeriodQuery,
  pageOf,
  pageRequestOf,
} from '../../platform/records/parameters.ts';
import { type Clocks, type CompaniesMoment, daysAfter, instantOf } from '../../platform/time/clock.ts';
import { PersonCache } from '../attendance/personCache.ts';
import { loadExpectations } from '../expected/expectations.ts';
import { findReadings } from '../expected/leaveReadings.ts';
import { clockFor } from '../settings/clocks.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import { type Days, peopleAtOnce } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { findEverybody, findPeople, loadPersonSheet, loadTimesheetRows, loadWithBalance } from './sheets.ts';

/** Describes in sentences what HR systems have that these days no longer say. */
type FindDifferences = (
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  clocks: Clocks,
  now: Date,
) => Promise<{ of(employeeId: number, day: string): string }>;

const sizes = { usual: 50, most: 500 };

export function createTimesheetHandlers(findDifferences: FindDifferences) {
  return {
    async 'GET /timesheets'(request) {
      const { db, clocks, query, now } = request;
      const pageRequest = pageRequestOf(query, sizes);
      const today = (await clockFor(db, request, query.company_id)).dayOf(instantOf(now));
      const period = timesheetPeriod(query, today);
      const { mark } = query;
      const asked = { ...request, filters: query, period };
      const { people, total } = mark
        ? pageAmong(await findMarked(db, await findEverybody(db, asked), mark, period, request), pageRequest)
        : await findPeople(db, asked, pageRequest);
      const rows = await loadTimesheetRows(db, people, period, request);
      const companies = people.map(({ company }) => company);
      const closed_months = await closedMonthsIn(db, companies, period, clocks);
      return { ...pageOf(rows, total, pageRequest), closed_months };
    },

    async 'GET /timesheets/{id}'(request) {
      const { db, caller, clocks, params, query, now } = request;
      const [person] = await peopleById(db, caller, [params.id]);
      if (!person) throw notFound('Employee not found');
      const period = timesheetPeriod(query, clocks.of(person.companyId).dayOf(instantOf(now)));
      const sheet = await loadPersonSheet(db, person, period, request);
      if (!can(caller, 'hr_sync.view')) return sheet;
      const days = sheet.days.map(({ day }) => day);
      const differences = await findDifferences(db, [person.id], days, clocks, now);
      const withDifference = (day: SheetDay) => ({ ...day, hr_difference: differences.of(person.id, day.day) });
      return { ...sheet, days: sheet.days.map(withDifference) };
    },
  } satisfies Partial<Handlers>;
}

const pageAmong = (people: readonly NamedPerson[], { offset, size }: PageRequest) => ({
  people: people.slice(offset, offset + size),
  total: people.length,
});

const daysOfWeek = 7;
/** A month, and a week more. */
const maxDays = 31 + daysOfWeek;

/** Defaults to this week, unless the call names other days. */
function timesheetPeriod(period: PeriodQuery, today: string): Days {
  assertPeriod(period);
  const { start_date, end_date } = period;
  const from = start_date ?? (end_date ? daysAfter(end_date, 1 - daysOfWeek) : mondayOf(today));
  const until = end_date ?? daysAfter(from, daysOfWeek - 1);
  if (until > daysAfter(from, maxDays - 1)) throw invalid({ end_date: `Please select at most ${maxDays} days` });
  return { from, until };
}

const mondayOf = (day: string): string => daysAfter(day, -((new Date(day).getUTCDay() + 6) % daysOfWeek));

const markCache = new PersonCache<ReadonlySet<string>>();

/** Finds people who were late, absent and the like on any day of a period. */
async function findMarked(
  queries: Queries,
  people: readonly NamedPerson[],
  mark: ExpectedMark,
  period: Days,
  { clocks, now }: CompaniesMoment,
): Promise<NamedPerson[]> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const leaveOf = await loadLeave(queries, people, period);
  const request = { key: period.from, lastDay: period.until, people: [...byId.keys()], stampOf: leaveOf, clocks, now };
  const marksOf = await markCache.getOrCompute(queries, request, async (ids) => {
    const missing = ids.flatMap((id) => byId.get(id) ?? []);
    const expectations = await loadExpectations(queries, missing, period, clocks);
    const marks = await inBatches(missing, peopleAtOnce, async (some) => {
      const loaded = await loadWithBalance(queries, some, { period, expectations, moment: { clocks, now } });
      return some.map((person): [number, Set<string>] => [
        person.id,
        new Set(loaded(person).expected_time?.days.flatMap((day) => day.marks)),
      ]);
    });
    return new Map(marks);
  });
  return people.filter(({ id }) => marksOf.get(id)?.has(mark));
}

/** Returns a text for each person that changes with their leave in the period, and with how far leave was read. */
async function loadLeave(queries: Queries, people: readonly NamedPerson[], { from, until }: Days) {
  const months = [...new Set(daysIn({ start_date: from, end_date: until }).map((day) => day.slice(0, 7)))];
  const [leaves, readingOf] = await Promise.all([
    // Leave is added and deleted, but never changed.
    queries.all<{ employee_id: number; total: number; newest: number }>(
      sql`select employee_id, count(*) as total, max(id) as newest from leaves
        where employee_id in (${people.map(({ id }) => id)}) and last_day >= ${from} and first_day <= ${until}
        group by employee_id`,
    ),
    findReadings(queries, [...new Set(people.map(({ companyId }) => companyId))]),
  ]);
  const leaveOf = new Map(leaves.map(({ employee_id, total, newest }) => [employee_id, [total, newest]]));
  const companyOf = new Map(people.map(({ id, companyId }) => [id, companyId]));
  return (id: number) => {
    const companyId = companyOf.get(id) ?? 0;
    const known = months.map((month) => readingOf(companyId, month)?.knownUntil(id));
    return JSON.stringify([leaveOf.get(id), known.map((day) => (day && day > until ? until : day))]);
  };
}
