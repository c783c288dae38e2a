// The filters that are set, each with its field. One at its default cannot be removed.

import { today } from '../../shared/words/days.ts';
import { namedPeriods } from '../../shared/words/periods.ts';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { filterFields, type FilterFieldProps } from './FilterFields.tsx';
import { isAtDefault } from './filters.ts';
import type { ActiveFilter } from './filterWords.ts';
import type { Filters } from './list.ts';
import { PeriodNames } from '../../platform/lists/period/PeriodNames.tsx';
import * as s from './FilterChips.module.css';

interface FilterChipsProps extends Omit<FilterFieldProps, 'onChosen'> {
  active: readonly ActiveFilter[];
  defaults: Filters;
}

export function FilterChips({ active, defaults, ...field }: FilterChipsProps) {
  const { filters, onChange } = field;
  // The period always has a chip, so that another one is at hand.
  const hasPeriod = active.some(({ fields }) => fields.includes('start_date'));
  const shown = hasPeriod ? active : [...active, allDays];
  return shown.map(({ fields, label, value }) => (
    <Chip
      key={label}
      label={label}
      value={label === allDays.label ? named(value, filters) : value}
      onRemove={
        value === allDays.value || isAtDefault(fields, filters, defaults)
          ? undefined
          : () => onChange(Object.fromEntries(fields.map((name) => [name, defaults[name]])))
      }
    >
      {(close) => (
        <div className={s.field}>
          {label === allDays.label && <PeriodNames applied={filters} onChange={onChange} onChosen={close} />}
          {fields[0] && filterFields[fields[0]]?.({ ...field, onChosen: close })}
        </div>
      )}
    </Chip>
  ));
}

function named(value: string, { start_date, end_date }: Filters): string {
  const period = namedPeriods(today()).find((each) => each.start_date === start_date && each.end_date === end_date);
  return period ? `${period.label}, ${value}` : value;
}

const allDays: ActiveFilter = { fields: ['start_date', 'end_date'], label: 'Date', value: 'All Days' };
