// The days of the list by name.

import { today } from '../../../shared/words/days.ts';
import { namedPeriods } from '../../../shared/words/periods.ts';
import { Button } from '../../ui/Button.tsx';
import type { Days } from './Period.tsx';
import * as s from './PeriodNames.module.css';

interface PeriodNamesProps {
  applied: Days;
  onChange(days: Days): void;
  onChosen(): void;
}

export function PeriodNames({ applied, onChange, onChosen }: PeriodNamesProps) {
  return (
    <div role="group" aria-label="Period" className={s.names}>
      {namedPeriods(today()).map(({ label, ...days }) => (
        <Button
          key={label}
          size="small"
          aria-pressed={days.start_date === applied.start_date && days.end_date === applied.end_date}
          onClick={() => {
            onChange(days);
            onChosen();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
