// The parameters of the audit's address, and its query.

import { listCall } from '../../platform/hooks/searchParams.ts';
import { calls as auditCalls } from '../../shared/contract/audit.ts';
import { isCalendarDay } from '../../shared/contract/calendarDay.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { dayAfter, wallClock } from '../../shared/words/days.ts';

/** The filters as in the address and in the controls; '' means any. */
export const noFilters = {
  user_id: '',
  subject: '',
  subject_id: '',
  action: '',
  start_date: '',
  end_date: '',
  q: '',
};
export type Filters = typeof noFilters;

/** In every zone days begin on a quarter hour, at most 15 hours from midnight UTC. */
const quarter = 15 * 60_000;
const farthest = 60;

function startOf(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) / quarter;
  let [before, start] = [midnight - farthest, midnight + farthest];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (wallClock(new Date(middle * quarter)).slice(0, 10) < day) before = middle;
    else start = middle;
  }
  return new Date(start * quarter).toISOString();
}

export const auditQuery = ({ start_date, end_date, ...filters }: Filters) =>
  readQuery(auditCalls['GET /audit'].query, {
    ...filters,
    // The instants at which the days begin and end.
    from: isCalendarDay(start_date) ? startOf(start_date) : '',
    to: isCalendarDay(end_date) ? startOf(dayAfter(end_date, 1)) : '',
  });

/** The address also holds the entry after which the page begins, and the entry that is open. */
export const auditList = listCall(
  'GET /audit',
  { ...noFilters, before: '', entry: '' },
  ({ before, entry: _, ...filters }) => ({
    query: { ...auditQuery(filters), ...(/^\d{1,15}$/.test(before) && { before: Number(before) }) },
  }),
);
