// Timesheets: people by days, and one person's sheet.

import type { Handlers } from '../records/endpoint.ts';
import { pageOf, pageRequestOf } from '../records/pagination.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { notFound } from '../platform/domainErrors.ts';
import { loadPersonSheet } from './personSheet.ts';
import { findPeople, findPerson } from './timesheetPeople.ts';
import { timesheetPeriod } from './timesheetPeriod.ts';
import { loadTimesheetRows } from './timesheetRows.ts';

const sizes = { usual: 50, most: 500 };

export const timesheetHandlers = {
  'GET /timesheets': {
    allow: 'timesheets.view',
    async handle({ db, caller, query, now }) {
      const pageRequest = pageRequestOf(query, sizes);
      const businessTime = await currentBusinessTime(db);
      const period = timesheetPeriod(query, businessTime, now);
      const { people, total } = await findPeople(db, { caller, filters: query, period, businessTime }, pageRequest);
      const rows = await loadTimesheetRows(db, people, period, businessTime, now);
      return { data: pageOf(rows, total, pageRequest) };
    },
  },

  'GET /timesheets/{id}': {
    allow: 'timesheets.view',
    async handle({ db, caller, params, query, now }) {
      const person = await findPerson(db, caller, params.id);
      if (!person) throw notFound('Employee not found');
      const businessTime = await currentBusinessTime(db);
      const period = timesheetPeriod(query, businessTime, now);
      return { data: await loadPersonSheet(db, caller, person, period, businessTime, now) };
    },
  },
} satisfies Partial<Handlers>;
