// Timesheets: people by days, and one person's sheet.

import type { ExpectedMark, SheetDay } from '../../../src/shared/contract/timesheets.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { can } from '../../platform/access/caller.ts';
import { inBatches, SerialQueue } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  assertPeriod,
  type PageRequest,
  type PeriodQuery,
  pageOf,
  pageRequestOf,
} from '../../platform/records/parameters.ts';
import { type Clocks, type CompaniesMoment, daysAfter, instantOf } from '../../platform/time/clock.ts';
import { type Checkpoint, changedSince, readCheckpoint } from '../attendance/changedPeople.ts';
import { loadExpectations } from '../expected/expectations.ts';
import { findReadings } from '../expected/leaveReadings.ts';
import { clockFor } from '../settings/clocks.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import { type Days, peopleAtOnce } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { loadExpectedTimes, loadPersonSheet, loadTimesheetRows } from './sheets.ts';
import { findEverybody, findPeople } from './timesheetPeople.ts';

/** Says in sentences what HR systems have and these days no longer say. */
type FindDifferences = (
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  clocks: Clocks,
  now: Date,
) => Promise<{ of(employeeId: number, day: string): string }>;

const sizes = { usual: 50, most: 500 };

export function createTimesheetHandlers(findDifferences: FindDifferences) {
  const findMarked = createMarkFinder();
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
/** A month, with the rest of its first and last week. */
const maxDays = 31 + daysOfWeek;

/** Answers this week, unless the call names other days. */
function timesheetPeriod(period: PeriodQuery, today: string): Days {
  assertPeriod(period);
  const { start_date, end_date } = period;
  const from = start_date ?? (end_date ? daysAfter(end_date, 1 - daysOfWeek) : mondayOf(today));
  const until = end_date ?? daysAfter(from, daysOfWeek - 1);
  if (until > daysAfter(from, maxDays - 1)) throw invalid({ end_date: `Please select at most ${maxDays} days` });
  return { from, until };
}

const mondayOf = (day: string): string => daysAfter(day, -((new Date(day).getUTCDay() + 6) % daysOfWeek));

// Finds the people who were late, absent and the like on some day of a period. Computing the days of thousands of people
// takes seconds, so each person's marks are kept until something happens to that person or to what is known of their leave.

interface Kept {
  readonly checkpoint: Checkpoint;
  /** By person, with the leave that they are of. */
  readonly marksOf: Map<number, { readonly marks: ReadonlySet<string>; readonly leave: string }>;
}

/** Finds them for all readers of the server, each person once. */
function createMarkFinder() {
  const turns = new SerialQueue<'find'>();
  const found = new LruMap<string, Kept>(4);

  return (
    queries: Queries,
    people: readonly NamedPerson[],
    mark: ExpectedMark,
    period: Days,
    { clocks, now }: CompaniesMoment,
  ) =>
    turns.run('find', async () => {
      // A day is over at another moment where working days or zones differ. A period that is over stays so.
      const todays = [clocks.ofInstallation, ...clocks.own.values()]
        .map(({ workingDays }) => workingDays.dayOf(instantOf(now)))
        .map((today) => (today > period.until ? 'later' : today));
      const name = [period.from, period.until, clocks.zones, ...todays].join();
      const { checkpoint, marksOf } = await upToDate(queries, found.get(name), now);
      found.set(name, { checkpoint, marksOf });
      const leaveOf = await loadLeave(queries, people, period);
      const missing = people.filter((person) => marksOf.get(person.id)?.leave !== leaveOf(person));
      const expectations = await loadExpectations(queries, missing, period, clocks);
      await inBatches(missing, peopleAtOnce, async (some) => {
        const timeOf = await loadExpectedTimes(queries, some, { period, expectations, moment: { clocks, now } });
        for (const person of some) {
          const marks = new Set(timeOf(person)?.days.flatMap((day) => day.marks));
          marksOf.set(person.id, { marks, leave: leaveOf(person) });
        }
        return [];
      });
      return people.filter(({ id }) => marksOf.get(id)?.marks.has(mark));
    });
}

/** Answers with a text for each person, which changes with their leave in the period, and with how far it was read. */
async function loadLeave(
  queries: Queries,
  people: readonly NamedPerson[],
  { from, until }: Days,
): Promise<(person: NamedPerson) => string> {
  const months = [...new Set(daysIn({ start_date: from, end_date: until }).map((day) => day.slice(0, 7)))];
  const [leaves, readingOf] = await Promise.all([
    // Leave is added and deleted, and never changed.
    queries.all<{ employee_id: number; total: number; newest: number }>(
      sql`select employee_id, count(*) as total, max(id) as newest from leaves
        where employee_id in (${people.map(({ id }) => id)}) and last_day >= ${from} and first_day <= ${until}
        group by employee_id`,
    ),
    findReadings(queries, [...new Set(people.map(({ companyId }) => companyId))]),
  ]);
  const leaveOf = new Map(leaves.map(({ employee_id, total, newest }) => [employee_id, [total, newest]]));
  return ({ id, companyId }) => {
    const known = months.map((month) => readingOf(companyId, month)?.knownUntil(id));
    return JSON.stringify([leaveOf.get(id), known.map((day) => (day && day > until ? until : day))]);
  };
}

async function upToDate(queries: Queries, kept: Kept | undefined, now: Date): Promise<Kept> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = kept ? await changedSince(queries, kept.checkpoint, now) : 'all';
  if (!kept || people === 'all') return { checkpoint, marksOf: new Map() };
  for (const { id } of people) kept.marksOf.delete(id);
  return { ...kept, checkpoint };
}
