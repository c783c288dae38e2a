// Counts what needs attention today, for the dashboard, within the caller's companies.

import type { Attention } from '../../../src/shared/contract/dashboard.ts';
import { trouble } from '../../../src/shared/contract/devices.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { expiringCredentials } from '../hr/connection/expiry.ts';
import { countDeliveryProblems } from '../hr/delivery/deliveryQueries.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { type BusinessTime, daysAfter } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { instantAt } from '../../platform/time/localTime.ts';
import { unknownEmployee } from './attendanceFilters.ts';
import { countAttendance, totalsOf } from './counts.ts';

/** Matches the period of the chart beside it. */
const unknownForDays = 14;

interface Sources {
  countExceptions(queries: Queries, request: Asked): Promise<number>;
  /** Finds the access controllers with a kind of claim. */
  findClaimed(queries: Queries, caller: Caller, claim: string, moment: Omit<Asked, 'caller'>): Promise<number[]>;
}

interface Asked {
  readonly caller: Caller;
  readonly businessTime: BusinessTime;
  readonly now: Date;
}

export const createAttentionHandlers = ({ countExceptions, findClaimed }: Sources) =>
  ({
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

    'GET /attention/counts': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, now }) {
        const moment = { businessTime, now };
        const controllers = can(caller, 'devices.view') ? await findClaimed(db, caller, trouble, moment) : null;
        const hr = can(caller, 'hr_sync.view') ? await countDeliveryProblems(db, caller) : null;
        return {
          data: {
            exceptions: await countExceptions(db, { caller, ...moment }),
            controllers: controllers === null ? null : controllers.length,
            hr: hr === null ? null : hr.failed + hr.waiting,
          },
        };
      },
    },
  }) satisfies Partial<Handlers>;

async function hrFigures(queries: Queries, caller: Caller, day: string): Promise<NonNullable<Attention['hr']>> {
  return {
    ...(await countDeliveryProblems(queries, caller)),
    expiring: can(caller, 'hr_sync.configure') ? await expiringCredentials(queries, caller, day) : [],
  };
}
