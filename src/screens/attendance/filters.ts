// The attendance filters as users see them.

import { readQuery } from '../../contract/readQuery.ts';
import { eventTypes } from '../../format/attendanceText.ts';
import { labelOf } from '../../ui/option.ts';
import type { Filters } from './list.ts';

export const eventTypeOptions = [{ value: '', label: 'All Events' }, ...eventTypes];

export const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];

/** Without what the call would not understand: a filter that is named must be applied. */
export function applied(filters: Filters): Filters {
  const query = readQuery('GET /attendance', { ...filters });
  const kept = Object.entries(filters).map(([name, value]) => [name, name in query ? value : '']);
  return Object.fromEntries(kept);
}

/** Employee and controller belong to the company: choosing another one, or none, resets them. */
export const withReset = (change: Partial<Filters>): Partial<Filters> =>
  'company_id' in change ? { employee_id: '', access_controller_id: '', ...change } : change;

export interface ActiveFilter {
  /** The filters that removing its chip resets. */
  fields: readonly (keyof Filters)[];
  label: string;
  value: string;
}

interface Names {
  company(id: string): string;
  employee(id: string): string;
  controller(id: string): string;
}

/** Every filter that is set. */
export function activeFilters(filters: Filters, names: Names): ActiveFilter[] {
  const { company_id, employee_id, access_controller_id, event_type, start_date, end_date, is_processed } = filters;
  const all: ActiveFilter[] = [
    { fields: ['company_id'], label: 'Company', value: company_id && names.company(company_id) },
    { fields: ['employee_id'], label: 'Employee', value: employee_id && names.employee(employee_id) },
    {
      fields: ['access_controller_id'],
      label: 'Access Controller',
      value: access_controller_id && names.controller(access_controller_id),
    },
    { fields: ['event_type'], label: 'Event Type', value: event_type && labelOf(eventTypeOptions, event_type) },
    { fields: ['start_date', 'end_date'], label: 'Date', value: describePeriod(start_date, end_date) },
    { fields: ['is_processed'], label: 'Status', value: is_processed && labelOf(statusOptions, is_processed) },
  ];
  return all.filter(({ value }) => value !== '');
}

function describePeriod(start: string, end: string): string {
  if (start && end) return start === end ? start : `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end && `until ${end}`;
}
