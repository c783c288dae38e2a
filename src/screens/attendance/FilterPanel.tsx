import { useState } from 'react';
import { periodRules } from '../../contract/rules.ts';
import { validate } from '../../contract/validate.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { FilterDate } from '../../ui/filters/FilterDate.tsx';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../ui/filters/SearchSelect.tsx';
import { eventTypeOptions, statusOptions } from './filterWords.ts';
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
    // Refused days are a draft of the panel, not filters.
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
        missing={options.missing.companies}
        onChange={(company_id) => onChange({ company_id })}
      />
      <SearchSelect
        label="Employee"
        allLabel="All Employees"
        value={filters.employee_id}
        options={options.employees}
        missing={options.missing.employees}
        disabledReason={waiting.employees}
        onChange={(employee_id) => onChange({ employee_id })}
      />
      <SearchSelect
        label="Access Controller"
        allLabel="All Controllers"
        value={filters.access_controller_id}
        options={options.controllers}
        missing={options.missing.controllers}
        disabledReason={waiting.controllers}
        onChange={(access_controller_id) => onChange({ access_controller_id })}
      />
      <FilterSelect
        label="Event Type"
        value={filters.event_type}
        options={eventTypeOptions}
        onChange={(event_type) => onChange({ event_type })}
      />
      <Period key={clears} applied={filters} onChange={onChange} />
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

const hasShortYear = (day: string) => day.startsWith('0');

interface PeriodProps {
  applied: Days;
  onChange(days: Days): void;
}

/** Days that cannot be applied stay a draft: shown here with the reason, while the list keeps the applied ones. */
function Period({ applied: { start_date, end_date }, onChange }: PeriodProps) {
  const applied = { start_date, end_date };
  const [draft, setDraft] = useState<{ days: Days; instead: Days }>();
  // Once other days have been applied, by Back for example, the draft is void.
  const isDrafting = draft?.instead.start_date === start_date && draft.instead.end_date === end_date;
  const shown = isDrafting ? draft.days : applied;

  function choose(change: Partial<Days>) {
    const days = { ...shown, ...change };
    const canApply = !Object.values(days).some(hasShortYear) && !validate(periodRules, days).end_date;
    setDraft(canApply ? undefined : { days, instead: applied });
    if (canApply) onChange(days);
  }
  const yearError = (day: string) => (hasShortYear(day) ? 'Please enter the year with four digits' : undefined);
  return (
    <>
      <FilterDate
        label="Start Date"
        value={shown.start_date}
        error={yearError(shown.start_date)}
        onChange={(day) => choose({ start_date: day })}
      />
      <FilterDate
        label="End Date"
        value={shown.end_date}
        error={yearError(shown.end_date) ?? validate(periodRules, shown).end_date}
        onChange={(day) => choose({ end_date: day })}
      />
    </>
  );
}
