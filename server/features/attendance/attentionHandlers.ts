// Counts what needs attention today, for the dashboard, within the caller's companies.

import type { Attention } from '../../../src/shared/contract/dashboard.ts';
import { trouble } from '../../../src/shared/contract/devices.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { type Clock, daysAfter, instantAt, instantOf } from '../../platform/time/clock.ts';
import { expiringCredentials } from '../hr/connection/expiry.ts';
import { countDeliveryProblems } from '../hr/delivery/deliveryQueries.ts';
import { clockFor, type Moment } from '../settings/clocks.ts';
import { unknownEmployee } from './attendanceFilters.ts';
import { filtersOf } from './attendanceHandlers.ts';
import { countAttendance, totalsByClock } from './counts.ts';

/** Matches the period of the chart beside it. */
const unknownForDays = 14;

interface Sources {
  countExceptions(queries: Queries, request: Moment): Promise<number>;
  /** Finds the access controllers with a kind of claim. */
  findClaimed(queries: Queries, caller: Caller, claim: string, moment: Omit<Moment, 'caller'>): Promise<number[]>;
}

export const createAttentionHandlers = ({ countExceptions, findClaimed }: Sources) =>
  ({
    async 'GET /attention'({ db, caller, clocks, now }) {
      const day = (await clockFor(db, { caller, clocks })).dayOf(instantOf(now));
      const weekBefore = daysAfter(day, -7);
      const [today, then] = await totalsByClock(db, { caller, clocks }, {}, (clock) => [
        { from: clock.startOf(day), until: clock.endOf(day) },
        { from: clock.startOf(weekBefore), until: sameTimeOn(weekBefore, day, clock, now) },
      ]);
      const start = daysAfter(day, 1 - unknownForDays);
      const query = { employee_id: unknownEmployee, start_date: start, end_date: day };
      const unknown = await countAttendance(db, caller, await filtersOf(db, { caller, clocks }, query));
      return {
        day,
        events: today?.total ?? 0,
        events_week_before: then?.total ?? 0,
        unknown: { events: unknown, start_date: start, end_date: day },
        hr: can(caller, 'hr_sync.view') ? await hrFigures(db, { caller, clocks, now }) : null,
      };
    },

    async 'GET /attention/counts'({ db, caller, clocks, now }) {
      const moment = { clocks, now };
      const controllers = can(caller, 'devices.view') ? await findClaimed(db, caller, trouble, moment) : null;
      const hr = can(caller, 'hr_sync.view') ? await countDeliveryProblems(db, caller) : null;
      return {
        exceptions: await countExceptions(db, { caller, ...moment }),
        controllers: controllers === null ? null : controllers.length,
        hr: hr === null ? null : hr.failed + hr.waiting,
      };
    },
  }) satisfies Partial<Handlers>;

/** The same time of day a week before: nothing has passed of a day that has not begun, and all of one that is over. */
function sameTimeOn(weekBefore: string, day: string, clock: Clock, now: Date): string {
  const [today = '', time = ''] = clock.wallClock(instantOf(now)).split('T');
  if (today !== day) return today < day ? clock.startOf(weekBefore) : clock.endOf(weekBefore);
  return instantAt(clock, weekBefore, time.slice(0, 5));
}

async function hrFigures(queries: Queries, moment: Moment): Promise<NonNullable<Attention['hr']>> {
  const { caller } = moment;
  return {
    ...(await countDeliveryProblems(queries, caller)),
    expiring: can(caller, 'hr_sync.configure') ? await expiringCredentials(queries, moment) : [],
  };
}
