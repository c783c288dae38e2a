// Which exceptions are shown: of which company and days, and whether somebody answered them.

import { companyOptions, useCompanies } from '../../crud/useCompanies.ts';
import { Period } from '../../crud/period/Period.tsx';
import { PeriodNames } from '../../crud/period/PeriodNames.tsx';
import { Chip } from '../../ui/filters/Chip.tsx';
import { SearchSelect } from '../../ui/filters/SearchSelect.tsx';
import { ViewSwitch } from '../../ui/data/ViewSwitch.tsx';
import { labelOf } from '../../ui/option.ts';
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
  const companies = useCompanies();
  const options = companyOptions(companies);
  const { start_date, end_date } = defaultFilters();
  const isUsualPeriod = filters.start_date === start_date && filters.end_date === end_date;
  return (
    <div className={s.filters}>
      <ViewSwitch
        label="Answered or not"
        options={answerStates}
        value={filters.is_answered}
        onChange={(is_answered) => onChange({ is_answered })}
      />
      <Chip
        label="Company"
        value={filters.company_id ? labelOf(options, filters.company_id) : 'All'}
        onRemove={filters.company_id ? () => onChange({ company_id: '' }) : undefined}
      >
        {(close) => (
          <SearchSelect
            label="Company"
            allLabel="All Companies"
            value={filters.company_id}
            options={options}
            missing={companies.missing}
            onChange={(company_id) => {
              onChange({ company_id, employee_id: '' });
              close();
            }}
          />
        )}
      </Chip>
      <Chip
        label="Days"
        value={periodInWords(filters)}
        onRemove={isUsualPeriod ? undefined : () => onChange({ start_date, end_date })}
      >
        {(close) => (
          <div className={s.period}>
            <PeriodNames applied={filters} onChange={onChange} onChosen={close} />
            <Period applied={filters} onChange={onChange} />
          </div>
        )}
      </Chip>
      {filters.employee_id && (
        <Chip label="Employee" value={person} onRemove={() => onChange({ employee_id: '' })}>
          {() => 'Only this person’s exceptions are shown.'}
        </Chip>
      )}
    </div>
  );
}
