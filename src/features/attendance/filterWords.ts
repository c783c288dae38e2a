// The attendance filters in words: for chips, exports and paper.

import { hrStates } from '../../shared/contract/queries.ts';
import { describePeriod } from '../../shared/words/describePeriod.ts';
import { eventTypes } from '../../shared/words/attendanceText.ts';
import { hrStateText } from '../hr/hrStates.ts';
import { labelOf } from '../../platform/ui/option.ts';
import type { Filters } from './list.ts';
import type { FilterOptions } from './useFilterOptions.ts';

export const eventTypeOptions = [{ value: '', label: 'All Events' }, ...eventTypes];

export const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];

export const hrSyncOptions = [
  { value: '', label: 'All' },
  ...hrStates.map((value) => ({ value, label: hrStateText(value) })),
];

export interface ActiveFilter {
  /** The filters that removing its chip resets. */
  fields: readonly (keyof Filters)[];
  label: string;
  value: string;
}

/** Every filter that is set. */
export function activeFilters(filters: Filters, options: FilterOptions): ActiveFilter[] {
  const { company_id, employee_id, access_controller_id, event_type, start_date, end_date, is_processed, hr_state } =
    filters;
  const all: ActiveFilter[] = [
    { fields: ['company_id'], label: 'Company', value: company_id && labelOf(options.companies, company_id) },
    { fields: ['employee_id'], label: 'Employee', value: employee_id && labelOf(options.employees, employee_id) },
    {
      fields: ['access_controller_id'],
      label: 'Access Controller',
      value: access_controller_id && labelOf(options.controllers, access_controller_id),
    },
    { fields: ['event_type'], label: 'Event Type', value: event_type && labelOf(eventTypeOptions, event_type) },
    { fields: ['start_date', 'end_date'], label: 'Date', value: describePeriod({ start_date, end_date }) },
    { fields: ['is_processed'], label: 'Status', value: is_processed && labelOf(statusOptions, is_processed) },
    { fields: ['hr_state'], label: 'HR Sync', value: hr_state && labelOf(hrSyncOptions, hr_state) },
  ];
  return all.filter(({ value }) => value !== '');
}
