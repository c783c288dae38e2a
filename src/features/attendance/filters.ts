// The attendance filters: which are set, and which depend on each other. AttendanceToolbar.tsx has their fields and words.

import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import type { Filters } from './list.ts';

/** Drops what the call or the server would not understand: a filter that is named must be applied. */
export function applied(filters: Filters, knowsHrStates: boolean): Filters {
  const query = readQuery(attendanceQuery, { ...filters, ...(!knowsHrStates && { hr_state: '' }) });
  const kept = Object.entries(filters).map(([name, value]) => [name, name in query ? value : '']);
  return Object.fromEntries(kept);
}

/** Employee and controller belong to the company: choosing another one, or none, resets them. */
export const withReset = (change: Partial<Filters>): Partial<Filters> =>
  'company_id' in change ? { employee_id: '', access_controller_id: '', ...change } : change;

/** The values as people count them: the two days are one filter. */
const byFilter = ({ start_date, end_date, ...others }: Filters): Readonly<Record<string, string>> => ({
  ...others,
  days: start_date + end_date,
});

/** How many filters narrow the list otherwise than by default. */
export function countSet(filters: Filters, defaults: Filters): number {
  const usual = byFilter(defaults);
  return Object.entries(byFilter(filters)).filter(([name, value]) => value !== '' && value !== usual[name]).length;
}
