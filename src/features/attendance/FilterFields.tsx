// The field of each attendance filter, as the panel shows all of them and a chip shows its own.

import type { ReactNode } from 'react';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import type { Filters } from './list.ts';
import { PeriodFields } from '../../platform/lists/PeriodChip.tsx';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { hrStates } from '../../shared/contract/queries.ts';
import { describePeriod } from '../../shared/words/describePeriod.ts';
import { eventTypes } from '../../shared/words/attendanceText.ts';
import { hrStateText } from '../hr/hrStates.ts';
import { labelOf, type Option } from '../../platform/ui/option.ts';
import { unreadNote } from '../../shared/words/unreadNote.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { companyOptions, useCompanies } from '../../platform/lists/useCompanies.ts';

export interface FilterFieldProps {
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  /** Called after a choice that leaves nothing more to choose. */
  onChosen?(): void;
}

type Field = (props: FilterFieldProps) => ReactNode;

/** Chosen from a list that may be long. */
const searched =
  (
    name: 'company_id' | 'employee_id' | 'access_controller_id',
    list: keyof FilterOptions['missing'],
    labels: { label: string; allLabel: string },
  ): Field =>
  ({ filters, options, onChange, onChosen }) => (
    <SearchSelect
      {...labels}
      value={filters[name]}
      options={options[list]}
      missing={options.missing[list]}
      disabledReason={options.waiting[list]}
      onChange={(chosen) => {
        onChange({ [name]: chosen });
        onChosen?.();
      }}
    />
  );

/** The fields by the first of the filters that each changes. */
export const filterFields: Partial<Record<keyof Filters, Field>> = {
  company_id: searched('company_id', 'companies', { label: 'Company', allLabel: 'All Companies' }),
  employee_id: searched('employee_id', 'employees', { label: 'Employee', allLabel: 'All Employees' }),
  access_controller_id: searched('access_controller_id', 'controllers', {
    label: 'Access Controller',
    allLabel: 'All Controllers',
  }),
  event_type: ({ filters, onChange }) => (
    <FilterSelect
      label="Event Type"
      value={filters.event_type}
      options={eventTypeOptions}
      onChange={(event_type) => onChange({ event_type })}
    />
  ),
  start_date: ({ filters, onChange }) => <PeriodFields applied={filters} onChange={onChange} />,
  is_processed: ({ filters, onChange }) => (
    <FilterSelect
      label="Status"
      value={filters.is_processed}
      options={statusOptions}
      hint="Unprocessed means Pending"
      onChange={(is_processed) => onChange({ is_processed })}
    />
  ),
  hr_state: (field) => <HrStateFilter {...field} />,
};

/** Stands where the server knows the states, for those who may view the HR sync. */
function HrStateFilter({ filters, onChange }: FilterFieldProps) {
  const isAnnounced = hasFeature(useUser(), 'hr_state');
  const mayView = useCanCall()('GET /hr-sync/companies');
  if (!isAnnounced || !mayView) return null;
  return (
    <FilterSelect
      label="HR Sync"
      value={filters.hr_state}
      options={hrSyncOptions}
      onChange={(hr_state) => onChange({ hr_state })}
    />
  );
}

const eventTypeOptions = [{ value: '', label: 'All Events' }, ...eventTypes];

const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];

const hrSyncOptions = [{ value: '', label: 'All' }, ...hrStates.map((value) => ({ value, label: hrStateText(value) }))];

export interface ActiveFilter {
  /** The filters that removing its chip resets. */
  fields: readonly (keyof Filters)[];
  label: string;
  value: string;
}

/** Names every filter that is set. */
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

type List = 'companies' | 'employees' | 'controllers';

interface FilterOptions {
  companies: readonly Option[];
  employees: readonly Option[];
  controllers: readonly Option[];
  /** Shown after the options: that they are loading, or why some are missing. */
  missing: Readonly<Record<List, string | undefined>>;
  /** The reasons why none can be chosen yet. */
  waiting: Readonly<Partial<Record<List, string>>>;
}

/**
 * Companies are loaded once there is one to choose or to name. Employee 0 means those that the server does not know.
 */
export function useFilterOptions(
  { company_id: companyId, employee_id: employeeId }: Filters,
  isChoosing: boolean,
): FilterOptions {
  const companies = useCompanies(isChoosing || companyId !== '');
  const ofCompany = companyId ? { id: companyId } : null;
  const employees = useResource('GET /companies/{id}/employees', ofCompany);
  const controllers = useResource('GET /companies/{id}/access-controllers', ofCompany);

  const reason = (what: string, { loading, error }: { loading: boolean; error: unknown }) => {
    if (!companyId) return 'Choose a company first';
    if (loading) return `Loading ${what}…`;
    return error ? `The ${what} could not be loaded` : undefined;
  };
  // Offers nothing while the options of another company load, in place of the previous ones.
  const of = <T,>({ data, loading }: { data: T[] | undefined; loading: boolean }) => (loading ? [] : (data ?? []));

  // A company is unknown only if the complete list lacks it; before that, an export would state it for good.
  const own = companies.list && { id: Number(companyId) || null, name: undefined };

  return {
    companies: companyOptions(companies, own),
    employees: [
      ...(employeeId === '0' ? [{ value: '0', label: 'Unknown Employee' }] : []),
      ...of(employees).map(({ id, name, employee_id }) => ({ value: String(id), label: name, detail: employee_id })),
    ],
    controllers: of(controllers).map(({ id, name, location }) => ({
      value: String(id),
      label: name,
      detail: location,
    })),
    missing: {
      companies: companies.missing,
      employees: unreadNote(employees.unread),
      controllers: unreadNote(controllers.unread),
    },
    waiting: { employees: reason('employees', employees), controllers: reason('controllers', controllers) },
  };
}
