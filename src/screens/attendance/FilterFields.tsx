// The field of each attendance filter, as the panel shows all of them and a chip shows its own.

import type { ReactNode } from 'react';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../ui/filters/SearchSelect.tsx';
import { eventTypeOptions, statusOptions } from './filterWords.ts';
import { HrStateFilter } from './HrStateFilter.tsx';
import type { Filters } from './list.ts';
import { Period } from '../../crud/period/Period.tsx';
import type { FilterOptions } from './useFilterOptions.ts';

export interface FilterFieldProps {
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  /** After a choice that leaves nothing more to choose. */
  onChosen?(): void;
}

/** By the first of the filters that it changes. */
export const filterFields: Partial<Record<keyof Filters, (props: FilterFieldProps) => ReactNode>> = {
  company_id: ({ filters, options, onChange, onChosen }) => (
    <SearchSelect
      label="Company"
      allLabel="All Companies"
      value={filters.company_id}
      options={options.companies}
      missing={options.missing.companies}
      onChange={(company_id) => {
        onChange({ company_id });
        onChosen?.();
      }}
    />
  ),
  employee_id: ({ filters, options, onChange, onChosen }) => (
    <SearchSelect
      label="Employee"
      allLabel="All Employees"
      value={filters.employee_id}
      options={options.employees}
      missing={options.missing.employees}
      disabledReason={options.waiting.employees}
      onChange={(employee_id) => {
        onChange({ employee_id });
        onChosen?.();
      }}
    />
  ),
  access_controller_id: ({ filters, options, onChange, onChosen }) => (
    <SearchSelect
      label="Access Controller"
      allLabel="All Controllers"
      value={filters.access_controller_id}
      options={options.controllers}
      missing={options.missing.controllers}
      disabledReason={options.waiting.controllers}
      onChange={(access_controller_id) => {
        onChange({ access_controller_id });
        onChosen?.();
      }}
    />
  ),
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
