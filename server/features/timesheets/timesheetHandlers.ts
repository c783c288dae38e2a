// Timesheets: people by days, and one person's sheet.

import type { SheetDay } from '../../../src/shared/contract/timesheets.ts';
import { can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/pagination.ts';
import { notFound } from '../../platform/records/domainErrors.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import { peopleById } from '../workday/people.ts';
import { loadPersonSheet } from './personSheet.ts';
import { findPeople } from './timesheetPeople.ts';
import { timesheetPeriod } from './timesheetPeriod.ts';
import { loadTimesheetRows } from './timesheetRows.ts';

/** What HR systems have and these days no longer say, in sentences. */
type FindDifferences = (
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  businessTime: BusinessTime,
  now: Date,
) => Promise<{ of(employeeId: number, day: string): string }>;

const sizes = { usual: 50, most: 500 };

export const createTimesheetHandlers = (findDifferences: FindDifferences) =>
  ({
    'GET /timesheets': {
      allow: 'timesheets.view',
      async handle({ db, caller, businessTime, query, now }) {
        const pageRequest = pageRequestOf(query, sizes);
        const period = timesheetPeriod(query, businessTime, now);
        const { people, total } = await findPeople(db, { caller, filters: query, period, businessTime }, pageRequest);
        const rows = await loadTimesheetRows(db, people, period, businessTime, now);
        const companies = people.map(({ company }) => company);
        const closed_months = await closedMonthsIn(db, companies, period, businessTime);
        return { data: { ...pageOf(rows, total, pageRequest), closed_months } };
      },
    },

    'GET /timesheets/{id}': {
      allow: 'timesheets.view',
      async handle({ db, caller, businessTime, params, query, now }) {
        const [person] = await peopleById(db, caller, [params.id]);
        if (!person) throw notFound('Employee not found');
        const period = timesheetPeriod(query, businessTime, now);
        const sheet = await loadPersonSheet(db, caller, person, period, businessTime, now);
        if (!can(caller, 'hr_sync.view')) return { data: sheet };
        const days = sheet.days.map(({ day }) => day);
        const differences = await findDifferences(db, [person.id], days, businessTime, now);
        const withDifference = (day: SheetDay) => ({ ...day, hr_difference: differences.of(person.id, day.day) });
        return { data: { ...sheet, days: sheet.days.map(withDifference) } };
      },
    },
  }) satisfies Partial<Handlers>;
