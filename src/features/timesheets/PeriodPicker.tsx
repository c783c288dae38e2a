// The days that are shown: how many, which, and the steps to the ones before and after.

import type { ReactNode } from 'react';
import { NamedChoices, StepPicker } from '../../platform/lists/StepPicker.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { today } from '../../shared/words/days.ts';
import {
  isSamePeriod,
  lengthOf,
  namedPeriods,
  type Period,
  periodLengths,
  resized,
  stepped,
} from '../../shared/words/periods.ts';
import { periodTitle } from '../../shared/words/periodTitle.ts';

const titles = { week: 'Week', 'two weeks': 'Two Weeks', month: 'Month' };
const lengths = periodLengths.map((value) => ({ value, label: titles[value] }));
const names = ['This Week', 'Last Week', 'This Month', 'Last Month'];

interface PeriodPickerProps {
  period: Period;
  onChange(period: Period): void;
  /** Folds away with the choices on a phone. */
  children?: ReactNode;
}

export function PeriodPicker({ period, onChange, children }: PeriodPickerProps) {
  const length = lengthOf(period);
  const choices = namedPeriods(today())
    .filter(({ label }) => names.includes(label))
    .map(({ label, ...days }) => ({
      label,
      isChosen: isSamePeriod(days, period),
      choose: () => onChange(days),
    }));
  return (
    <StepPicker label="Period" title={periodTitle(period)} onStep={(by) => onChange(stepped(period, by))}>
      <FilterSelect
        label="Length"
        value={length ?? ''}
        options={length ? lengths : [{ value: '', label: 'Other' }, ...lengths]}
        onChange={(value) => {
          const chosen = periodLengths.find((each) => each === value);
          if (chosen) onChange(resized(period, chosen, today()));
        }}
      />
      <NamedChoices choices={choices} />
      {children}
    </StepPicker>
  );
}
