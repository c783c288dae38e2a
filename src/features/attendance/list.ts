// The attendance list: its filters, which of them are set, its page size, and how it is requested. The start page
// prefetches it, so this file loads with every page. AttendanceToolbar.tsx has the fields and words of the filters.

import { listCall } from '../../platform/hooks/searchParams.ts';
import { type attendanceFilters, attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { today } from '../../shared/words/days.ts';

/** The filters as in the address and in the controls; '' means any. */
export type Filters = Record<keyof typeof attendanceFilters, string>;

/** Defaults to today. */
export function defaultFilters(): Filters {
  const day = today();
  return {
    company_id: '',
    employee_id: '',
    access_controller_id: '',
    event_type: '',
    start_date: day,
    end_date: day,
    is_processed: '',
    hr_state: '',
  };
}

/** The address also holds whether the panel is open, the open record, and which export is to start. */
export const attendanceList = listCall(
  'GET /attendance',
  () => ({ ...defaultFilters(), page: 1, per_page: chosenPageSize(), panel: '', record: '', export: '' }),
  (params) => ({
    query: readQuery(attendanceQuery, { ...params, per_page: offeredPageSize(params.per_page) }),
  }),
);

/** How many records a page may hold. '' leaves it to the server; a choice applies until the address says otherwise. */
export const pageSizes: readonly string[] = ['25', '50', '100', '200'];

export const pageSizeKey = 'attendance_page_size';

/** Returns '' for any size that is not offered. */
export const offeredPageSize = (size: string | null): string => (size && pageSizes.includes(size) ? size : '');

/** Returns the size that this browser's last user chose: the list is requested before the user is known. */
export const chosenPageSize = (): string => offeredPageSize(localStorage.getItem(pageSizeKey));

/** Drops filters that the call or the server would not understand: a filter on screen must be applied. */
export function supportedFilters(filters: Filters, knowsHrStates: boolean): Filters {
  const query = readQuery(attendanceQuery, { ...filters, ...(!knowsHrStates && { hr_state: '' }) });
  const kept = Object.entries(filters).map(([name, value]) => [name, name in query ? value : '']);
  return Object.fromEntries(kept);
}

/** Resets employee and controller when the company changes, since they belong to it. */
export const withReset = (change: Partial<Filters>): Partial<Filters> =>
  'company_id' in change ? { employee_id: '', access_controller_id: '', ...change } : change;

/** The values as people count them: the two days are one filter. */
const byFilter = ({ start_date, end_date, ...others }: Filters): Readonly<Record<string, string>> => ({
  ...others,
  days: start_date + end_date,
});

/** Counts the filters that are not at their default. */
export function countSetFilters(filters: Filters, defaults: Filters): number {
  const usual = byFilter(defaults);
  return Object.entries(byFilter(filters)).filter(([name, value]) => value !== '' && value !== usual[name]).length;
}
