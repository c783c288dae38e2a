// What the attendance list can be narrowed by: in the address, in the call, and in words.

import type { EventType } from '../../contract/entities.ts';
import type { Query } from '../../contract/endpoints.ts';
import { today } from '../../time.ts';

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
  };
}

export const eventTypeOptions = [
  { value: '', label: 'All Events' },
  { value: 'check-in', label: 'Check In' },
  { value: 'check-out', label: 'Check Out' },
];

export const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];

const eventTypes: Record<string, EventType | undefined> = { 'check-in': 'check-in', 'check-out': 'check-out' };
const flags: Record<string, boolean | undefined> = { '0': false, '1': true };
const idOf = (text: string) => Number(text) || undefined;

export function queryOf(filters: Filters): NonNullable<Query<'GET /attendance'>> {
  return {
    company_id: idOf(filters.company_id),
    employee_id: idOf(filters.employee_id),
    access_controller_id: idOf(filters.access_controller_id),
    event_type: eventTypes[filters.event_type],
    start_date: filters.start_date || undefined,
    end_date: filters.end_date || undefined,
    is_processed: flags[filters.is_processed],
  };
}

export const isAnySet = (filters: Filters) =>
  Object.values(filters).some((value) => value !== '');

/** Why this pair of days selects nothing. */
export function periodComplaint(start: string, end: string): string | undefined {
  return start && end && end < start ? 'End date must not be before the start date' : undefined;
}

export interface Choice {
  /** The filters that go when it is taken away. */
  fields: readonly (keyof Filters)[];
  label: string;
  value: string;
}

interface Names {
  company(id: string): string;
  employee(id: string): string;
  controller(id: string): string;
}

/** Every filter that is set, in words. */
export function choices(filters: Filters, names: Names): Choice[] {
  const { company_id, employee_id, access_controller_id, event_type, start_date, end_date, is_processed } = filters;
  const all: Choice[] = [
    { fields: ['company_id', 'employee_id', 'access_controller_id'], label: 'Company', value: company_id && names.company(company_id) },
    { fields: ['employee_id'], label: 'Employee', value: employee_id && names.employee(employee_id) },
    { fields: ['access_controller_id'], label: 'Access Controller', value: access_controller_id && names.controller(access_controller_id) },
    { fields: ['event_type'], label: 'Event Type', value: event_type && labelOf(eventTypeOptions, event_type) },
    { fields: ['start_date', 'end_date'], label: 'Days', value: periodInWords(start_date, end_date) },
    { fields: ['is_processed'], label: 'Status', value: is_processed && labelOf(statusOptions, is_processed) },
  ];
  return all.filter(({ value }) => value !== '');
}

function periodInWords(start: string, end: string): string {
  if (start && end) return start === end ? start : `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end && `until ${end}`;
}

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;
