// Targets of the links of records.

import { isCalendarDay } from '../../shared/contract/calendarDay.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks, resized } from '../../shared/words/periods.ts';
import { paths } from '../boot/paths.ts';
import type { RecordLink } from './RecordLinks.tsx';
import { recordAddress } from './recordAddress.ts';

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
