// The open filter panel.

import { useState } from 'react';
import { periodRules } from '../../contract/rules.ts';
import { validate } from '../../contract/validate.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { FilterDate } from '../../ui/filters/FilterDate.tsx';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../ui/filters/SearchSelect.tsx';
import { eventTypeOptions, statusOptions } from './filters.ts';
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
  const [clears, setClears] = useState(0);
  function clear() {
    // Days that were refused are in no filter that could be cleared.
    setClears(clears + 1);
    onClear();
  }
  return (
    <FilterBar id={id} action={<Button onClick={clear}>Clear Filters</Button>}>
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
      <Period key={clears} filters={filters} onChange={onChange} />
      <FilterSelect
        label="Status"
        value={filters.is_processed}
        options={statusOptions}
        onChange={(is_processed) => onChange({ is_processed })}
      />
    </FilterBar>
  );
}

type Days = Pick<Filters, 'start_date' | 'end_date'>;

/** While the year of 2025-10-15 is typed the browser says 0002, 0020 and 0202. */
const isHalfTyped = (day: string) => day.startsWith('0');

/**
 * A pair of days that selects nothing stays here, with the reason, and the list as it was. The inputs stay the same
 * ones all along: a day that is typed passes through others, and the focus must not go with them.
 */
function Period({ filters: { start_date, end_date }, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const [draft, setDraft] = useState<Days & { over: string }>();
  const [isTyping, setTyping] = useState(false);
  const inForce = `${start_date} ${end_date}`;
  // Over other days than those in force now it was given up.
  const shown = draft?.over === inForce ? draft : { start_date, end_date };
  function choose(change: Partial<Days>) {
    const next = { start_date: shown.start_date, end_date: shown.end_date, ...change };
    const isReady = !Object.values(next).some(isHalfTyped) && !validate(periodRules, next).end_date;
    setTyping(true);
    setDraft(isReady ? undefined : { ...next, over: inForce });
    if (isReady) onChange(next);
  }
  const leave = () => setTyping(false);
  // Left so, it is no longer on its way.
  const yearComplaint = (day: string) =>
    !isTyping && isHalfTyped(day) ? 'Please enter the year with four digits' : undefined;
  return (
    <>
      <FilterDate
        label="Start Date"
        value={shown.start_date}
        error={yearComplaint(shown.start_date)}
        onChange={(day) => choose({ start_date: day })}
        onBlur={leave}
      />
      <FilterDate
        label="End Date"
        value={shown.end_date}
        error={yearComplaint(shown.end_date) ?? validate(periodRules, shown).end_date}
        onChange={(day) => choose({ end_date: day })}
        onBlur={leave}
      />
    </>
  );
}
