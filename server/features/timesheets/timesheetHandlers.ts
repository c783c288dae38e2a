// Timesheets: people by days, and one person's sheet.

import type { SheetDay } from '../../../src/shared/contract/timesheets.ts';
import { can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  assertPeriod,
  type PageRequest,
  type PeriodQuery,
  pageOf,
  pageRequestOf,
} from '../../platform/records/parameters.ts';
import { type Clocks, daysAfter, instantOf } from '../../platform/time/clock.ts';
import { clockFor } from '../settings/clocks.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import type { Days } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { createMarkFinder } from './markedPeople.ts';
import { loadPersonSheet, loadTimesheetRows } from './sheets.ts';
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
    'GET /timesheets': {
      allow: 'timesheets.view',
      async handle({ db, caller, clocks, query, now }) {
        const pageRequest = pageRequestOf(query, sizes);
        const today = (await clockFor(db, { caller, clocks }, query.company_id)).dayOf(instantOf(now));
        const period = timesheetPeriod(query, today);
        const { mark } = query;
        const request = { caller, filters: query, period, clocks };
        const { people, total } = mark
          ? pageAmong(
              await findMarked(db, await findEverybody(db, request), mark, { period, clocks, now }),
              pageRequest,
            )
          : await findPeople(db, request, pageRequest);
        const rows = await loadTimesheetRows(db, people, period, clocks, now);
        const companies = people.map(({ company }) => company);
        const closed_months = await closedMonthsIn(db, companies, period, clocks);
        return { data: { ...pageOf(rows, total, pageRequest), closed_months } };
      },
    },

    'GET /timesheets/{id}': {
      allow: 'timesheets.view',
      async handle({ db, caller, clocks, params, query, now }) {
        const [person] = await peopleById(db, caller, [params.id]);
        if (!person) throw notFound('Employee not found');
        const period = timesheetPeriod(query, clocks.of(person.companyId).dayOf(instantOf(now)));
        const sheet = await loadPersonSheet(db, caller, person, period, clocks, now);
        if (!can(caller, 'hr_sync.view')) return { data: sheet };
        const days = sheet.days.map(({ day }) => day);
        const differences = await findDifferences(db, [person.id], days, clocks, now);
        const withDifference = (day: SheetDay) => ({ ...day, hr_difference: differences.of(person.id, day.day) });
        return { data: { ...sheet, days: sheet.days.map(withDifference) } };
      },
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
