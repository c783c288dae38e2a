// Addresses of records, such as '/employees?id=17&tab=timesheet'. The build makes one page per path, so that links and
// reloads work on any host, and the record goes into the query.

import { isCalendarDay } from '../../shared/contract/calendarDay.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks, resized } from '../../shared/words/periods.ts';
import { paths } from '../boot/paths.ts';
import type { RecordLink } from './RecordLinks.tsx';

export const recordParams = { id: '', tab: '' };
/** Record whose form is open over its page or over the list; 0 for none. */
export const editParams = { edit: 0 };

/** `filters` apply to the tab's list. */
export const recordAddress = (
  path: string,
  id: number,
  tab?: string,
  filters: Readonly<Record<string, string | number | undefined>> = {},
): string => addressOf(path, { id, tab, ...filters });

/** Returns the address of a person's page, or of a tab with filters for its list. */
export const personAddress = (
  employeeId: number,
  tab?: 'timesheet' | 'attendance' | 'exceptions' | 'expected-time',
  filters?: Readonly<Record<string, string | number | undefined>>,
): string => recordAddress(paths.employees, employeeId, tab, filters);

export const companyAddress = (
  companyId: number,
  tab?: 'people' | 'doors' | 'hr' | 'urls' | 'day-rules' | 'months',
  params?: Readonly<Record<string, string>>,
): string => recordAddress(paths.companies, companyId, tab, params);

export type DoorTab = 'state' | 'events' | 'connect' | 'rules' | 'reconcile' | 'details' | 'history';

/** Returns the address of an access controller's page, or of a tab with filters for its list. */
export const doorAddress = (
  controllerId: number,
  tab?: DoorTab,
  filters?: Readonly<Record<string, string | number | undefined>>,
): string => recordAddress(paths.accessControllers, controllerId, tab, filters);

/** Returns the address of a person's day in the sheet of its week. Text from another server may not be a day. */
export const sheetDayAddress = (employeeId: number, day: string): string =>
  personAddress(
    employeeId,
    'timesheet',
    isCalendarDay(day) ? { ...resized({ start_date: day, end_date: day }, 'week', day), day } : {},
  );

/** Returns a link to an employee's or controller's records of the last two weeks. */
export function lastTwoWeeksLink(
  label: string,
  companyId: number | null,
  whose: { employee_id: number } | { access_controller_id: number },
): RecordLink {
  return {
    label,
    icon: 'attendance',
    href: addressOf(paths.attendance, {
      ...(companyId !== null && { company_id: companyId }),
      ...whose,
      ...lastTwoWeeks(),
    }),
    reads: 'GET /attendance',
  };
}
