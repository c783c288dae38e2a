// The days that are shown: how many, which, and the steps to the ones before and after.

import { today } from '../../format/days.ts';
import { namedPeriods } from '../../format/periods.ts';
import { lengthOf, periodLengths, periodTitle, resized, stepped, type Days } from '../../format/periodSteps.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { ActionIcon } from '../../ui/ActionIcon.tsx';
import * as s from './PeriodPicker.module.css';

const titles = { week: 'Week', 'two weeks': 'Two Weeks', month: 'Month' };
const lengths = periodLengths.map((value) => ({ value, label: titles[value] }));
const names = ['This Week', 'Last Week', 'This Month', 'Last Month'];

interface PeriodPickerProps {
  period: Days;
  onChange(period: Days): void;
}

export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const length = lengthOf(period);
  const step = (by: 1 | -1, label: string) => (
    <Button
      icon={<ActionIcon name={by > 0 ? 'chevronRight' : 'chevronLeft'} />}
      aria-label={label}
      title={label}
      onClick={() => onChange(stepped(period, by))}
    />
  );
  return (
    <div role="group" aria-label="Period" className={s.period}>
      <div className={s.steps}>
        {step(-1, 'Previous Period')}
        <strong aria-live="polite" className={s.title}>
          {periodTitle(period)}
        </strong>
        {step(1, 'Next Period')}
      </div>
      <FilterSelect
        label="Length"
        value={length ?? ''}
        options={length ? lengths : [{ value: '', label: 'Other' }, ...lengths]}
        onChange={(value) => {
          const chosen = periodLengths.find((each) => each === value);
          if (chosen) onChange(resized(period, chosen, today()));
        }}
      />
      <div className={s.names}>
        {namedPeriods(today())
          .filter(({ label }) => names.includes(label))
          .map(({ label, ...days }) => (
            <Button
              key={label}
              size="small"
              aria-pressed={days.start_date === period.start_date && days.end_date === period.end_date}
              onClick={() => onChange(days)}
            >
              {label}
            </Button>
          ))}
      </div>
    </div>
  );
}
