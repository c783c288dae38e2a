// The open filter panel.

import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { FilterDate } from '../../ui/FilterDate.tsx';
import { FilterSelect } from '../../ui/FilterSelect.tsx';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { eventTypeOptions, periodComplaint, statusOptions } from './filters.ts';
import type { Filters } from './list.ts';
import type { FilterOptions } from './useFilterOptions.ts';

interface FilterPanelProps {
  id: string;
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  onClear(): void;
}

export function FilterPanel({ id, filters, options, onChange, onClear }: FilterPanelProps) {
  const { waiting } = options;
  return (
    <FilterBar id={id}>
      <SearchSelect
        label="Company"
        allLabel="All Companies"
        value={filters.company_id}
        options={options.companies}
        missing={options.missingCompanies}
        onChange={(company_id) => onChange({ company_id, employee_id: '', access_controller_id: '' })}
      />
      <SearchSelect
        label="Employee"
        allLabel="All Employees"
        value={filters.employee_id}
        options={options.employees}
        disabledReason={waiting.employees}
        onChange={(employee_id) => onChange({ employee_id })}
      />
      <SearchSelect
        label="Access Controller"
        allLabel="All Controllers"
        value={filters.access_controller_id}
        options={options.controllers}
        disabledReason={waiting.controllers}
        onChange={(access_controller_id) => onChange({ access_controller_id })}
      />
      <FilterSelect
        label="Event Type"
        value={filters.event_type}
        options={eventTypeOptions}
        onChange={(event_type) => onChange({ event_type })}
      />
      <Period key={`${filters.start_date} ${filters.end_date}`} filters={filters} onChange={onChange} />
      <FilterSelect
        label="Status"
        value={filters.is_processed}
        options={statusOptions}
        onChange={(is_processed) => onChange({ is_processed })}
      />
      <Button onClick={onClear}>Clear Filters</Button>
    </FilterBar>
  );
}

/** A pair of days that selects nothing stays here, with the reason, and the list as it was. */
function Period({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const [draft, setDraft] = useState({ start_date: filters.start_date, end_date: filters.end_date });
  function choose(change: Partial<typeof draft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    if (!periodComplaint(next.start_date, next.end_date)) onChange(next);
  }
  return (
    <>
      <FilterDate label="Start Date" value={draft.start_date} onChange={(start_date) => choose({ start_date })} />
      <FilterDate
        label="End Date"
        value={draft.end_date}
        error={periodComplaint(draft.start_date, draft.end_date)}
        onChange={(end_date) => choose({ end_date })}
      />
    </>
  );
}
