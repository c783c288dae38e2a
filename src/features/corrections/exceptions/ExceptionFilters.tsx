// Which exceptions are shown: of which company and days, and whether somebody answered them.

import { CompanyChip } from '../../../platform/lists/CompanyChip.tsx';
import { DaysChip } from '../../../platform/lists/period/DaysChip.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { ViewSwitch } from '../../../platform/ui/data/ViewSwitch.tsx';
import { answerStates, periodInWords } from './filterWords.ts';
import { defaultFilters, type Filters } from './list.ts';
import * as s from './ExceptionsScreen.module.css';

interface ExceptionFiltersProps {
  filters: Filters;
  /** The name of the only person shown. */
  person: string;
  onChange(change: Partial<Filters>): void;
}

export function ExceptionFilters({ filters, person, onChange }: ExceptionFiltersProps) {
  const { start_date, end_date } = defaultFilters();
  return (
    <div className={s.filters}>
      <ViewSwitch
        label="Answered or not"
        options={answerStates}
        value={filters.is_answered}
        onChange={(is_answered) => onChange({ is_answered })}
      />
      <CompanyChip value={filters.company_id} onChange={(company_id) => onChange({ company_id, employee_id: '' })} />
      <DaysChip
        days={filters}
        inWords={periodInWords(filters)}
        usual={{ start_date, end_date }}
        onChange={(days) => onChange(days)}
      />
      {filters.employee_id && (
        <Chip label="Employee" value={person} onRemove={() => onChange({ employee_id: '' })}>
          {() => 'Only this person’s exceptions are shown.'}
        </Chip>
      )}
    </div>
  );
}
