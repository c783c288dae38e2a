// Targets of the links of records. The page of one is '/employees?id=17&tab=timesheet': the build has one page for each
// path, so that links and reloads work on any host, and the record travels in the query.

import { isCalendarDay } from '../../shared/contract/calendarDay.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks, resized } from '../../shared/words/periods.ts';
import { paths } from '../boot/paths.ts';
import type { RecordLink } from './RecordLinks.tsx';

export const recordParams = { id: '', tab: '' };
/** The record whose form is open, over its page or over the list; 0 for none. */
export const editParams = { edit: 0 };

/** `filters` are those of the tab's list. */
export const recordAddress = (
  path: string,
  id: number,
  tab?: string,
  filters: Readonly<Record<string, string | number | undefined>> = {},
): string => addressOf(path, { id, tab, ...filters });

/** The page of a person, or one of its tabs with the filters of its list. */
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

/** The page of an access controller, or one of its tabs with the filters of its list. */
export const doorAddress = (
  controllerId: number,
  tab?: DoorTab,
  filters?: Readonly<Record<string, string | number | undefined>>,
): string => recordAddress(paths.accessControllers, controllerId, tab, filters);

/** A day of a person, in the sheet of its week. Another server's text may name no day. */
export const sheetDayAddress = (employeeId: number, day: string): string =>
  personAddress(
    employeeId,
    'timesheet',
    isCalendarDay(day) ? { ...resized({ start_date: day, end_date: day }, 'week', day), day } : {},
  );

/** The records of the last two weeks of one employee or controller. */
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
