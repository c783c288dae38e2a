// The field of each attendance filter, as the panel shows all of them and a chip shows its own.

import type { ReactNode } from 'react';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import { eventTypeOptions, statusOptions } from './filterWords.ts';
import { HrStateFilter } from './HrStateFilter.tsx';
import type { Filters } from './list.ts';
import { Period } from '../../platform/lists/period/Period.tsx';
import type { FilterOptions } from './useFilterOptions.ts';

export interface FilterFieldProps {
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  /** After a choice that leaves nothing more to choose. */
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

/** By the first of the filters that it changes. */
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
  start_date: ({ filters, onChange }) => <Period applied={filters} onChange={onChange} />,
  is_processed: ({ filters, onChange }) => (
    <FilterSelect
      label="Status"
      value={filters.is_processed}
      options={statusOptions}
      hint="Unprocessed means Pending"
      onChange={(is_processed) => onChange({ is_processed })}
    />
  ),
  hr_state: ({ filters, onChange }) => (
    <HrStateFilter value={filters.hr_state} onChange={(hr_state) => onChange({ hr_state })} />
  ),
};
