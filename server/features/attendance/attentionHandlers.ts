// Counts what needs attention today, for the dashboard, within the caller's companies.

import type { Attention } from '../../../src/shared/contract/dashboard.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { expiringCredentials } from '../hr/connection/expiry.ts';
import { countDeliveryProblems } from '../hr/delivery/deliveryQueries.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { daysAfter } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { instantAt } from '../../platform/time/localTime.ts';
import { unknownEmployee } from './attendanceFilters.ts';
import { countAttendance, totalsOf } from './counts.ts';

/** Matches the period of the chart beside it. */
const unknownForDays = 14;

export const attentionHandlers = {
  'GET /attention': {
    allow: 'attendance.view',
    async handle({ db, caller, businessTime, now }) {
      const wallClock = businessTime.wallClock(instantOf(now));
      const day = wallClock.slice(0, 10);
      const weekBefore = daysAfter(day, -7);
      const periods = [
        { from: businessTime.startOf(day), until: businessTime.endOf(day) },
        {
          from: businessTime.startOf(weekBefore),
          until: instantAt(businessTime, weekBefore, wallClock.slice(11, 16)),
        },
      ];
      const [today, then] = await totalsOf(db, caller, {}, periods);
      const start = daysAfter(day, 1 - unknownForDays);
      const unknown = await countAttendance(db, caller, {
        employee_id: unknownEmployee,
        from: businessTime.startOf(start),
        until: businessTime.endOf(day),
      });
      return {
        data: {
          day,
          events: today?.total ?? 0,
          events_week_before: then?.total ?? 0,
          unknown: { events: unknown, start_date: start, end_date: day },
          hr: can(caller, 'hr_sync.view') ? await hrFigures(db, caller, day) : null,
        },
      };
    },
  },
} satisfies Partial<Handlers>;

async function hrFigures(queries: Queries, caller: Caller, day: string): Promise<NonNullable<Attention['hr']>> {
  return {
    ...(await countDeliveryProblems(queries, caller)),
    expiring: can(caller, 'hr_sync.configure') ? await expiringCredentials(queries, caller, day) : [],
  };
}
