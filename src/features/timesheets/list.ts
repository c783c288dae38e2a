// The parameters of the timesheets' address, and the query made from them.

import { listCall } from '../../platform/hooks/searchParams.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { calls as timesheetsCalls } from '../../shared/contract/timesheets.ts';
import { today } from '../../shared/words/days.ts';
import { isPeriod, type Period, resized } from '../../shared/words/periods.ts';

function thisWeek(): Period {
  const day = today();
  return resized({ start_date: day, end_date: day }, 'week', day);
}

/** Person and day are for the sheet of one person. */
export const timesheetParams = () => ({
  page: 1,
  employee_id: '',
  day: '',
  company_id: '',
  department: '',
  q: '',
  mark: '',
  ...thisWeek(),
});
export type TimesheetParams = ReturnType<typeof timesheetParams>;

const perPage = 50;

export const timesheetsList = listCall('GET /timesheets', timesheetParams, (params) => ({
  query: readQuery(timesheetsCalls['GET /timesheets'].query, { ...params, ...periodOf(params), per_page: perPage }),
}));

/** Drops parameters that are not set. */
export const withoutUnset = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1)),
  );

/** Takes the period of the address, unless it was mistyped. */
export const periodOf = ({ start_date, end_date }: Period): Period =>
  isPeriod({ start_date, end_date }) ? { start_date, end_date } : thisWeek();
