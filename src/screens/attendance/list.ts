// What the attendance list is asked for. It stands alone, so that it can be asked for before the screen is there.

import type { Query } from '../../contract/endpoints.ts';
import { eventTypes } from '../../format/attendanceText.ts';
import { today } from '../../format/days.ts';

export interface Filters {
  company_id: string;
  employee_id: string;
  access_controller_id: string;
  event_type: string;
  start_date: string;
  end_date: string;
  is_processed: string;
}

/** Today's records of everybody. */
export function defaultFilters(day = today()): Filters {
  return {
    company_id: '',
    employee_id: '',
    access_controller_id: '',
    event_type: '',
    start_date: day,
    end_date: day,
    is_processed: '',
  };
}

/** What stands in the address: filters, page, the open panel and the open record. */
export const attendanceParams = (day = today()) => ({ ...defaultFilters(day), page: 1, panel: '', record: '' });

const flags: Record<string, boolean | undefined> = { '0': false, '1': true };
const idOf = (text: string) => Number(text) || undefined;

export function queryOf(filters: Filters): NonNullable<Query<'GET /attendance'>> {
  return {
    company_id: idOf(filters.company_id),
    employee_id: idOf(filters.employee_id),
    access_controller_id: idOf(filters.access_controller_id),
    event_type: eventTypes.find(({ value }) => value === filters.event_type)?.value,
    start_date: filters.start_date || undefined,
    end_date: filters.end_date || undefined,
    is_processed: flags[filters.is_processed],
  };
}

export const attendanceCall = ({ page, ...filters }: Filters & { page: number }) => ({
  query: { ...queryOf(filters), page },
});
