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

/** The fields that are one filter to people. */
type Fields = readonly (keyof Filters)[];

const allFilters: readonly Fields[] = [
  ['company_id'],
  ['employee_id'],
  ['access_controller_id'],
  ['event_type'],
  ['start_date', 'end_date'],
  ['is_processed'],
  ['hr_state'],
];

export const isAtDefault = (fields: Fields, filters: Filters, defaults: Filters): boolean =>
  fields.every((field) => filters[field] === defaults[field]);

/** How many filters narrow the list otherwise than by default. */
export const countSet = (filters: Filters, defaults: Filters): number =>
  allFilters.filter(
    (fields) => fields.some((field) => filters[field] !== '') && !isAtDefault(fields, filters, defaults),
  ).length;
