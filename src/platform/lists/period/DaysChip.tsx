// A chip that filters by days, chosen by name or by date.

import { Chip } from '../../ui/filters/Chip.tsx';
import { Period, type Days } from './Period.tsx';
import { PeriodNames } from './PeriodNames.tsx';
import * as s from './DaysChip.module.css';

interface DaysChipProps {
  days: Days;
  inWords: string;
  /** What removing the filter leads to. */
  usual: Days;
  onChange(days: Days): void;
}

export function DaysChip({ days, inWords, usual, onChange }: DaysChipProps) {
  const isUsual = days.start_date === usual.start_date && days.end_date === usual.end_date;
  return (
    <Chip label="Days" value={inWords} onRemove={isUsual ? undefined : () => onChange(usual)}>
      {(close) => (
        <div className={s.period}>
          <PeriodNames applied={days} onChange={onChange} onChosen={close} />
          <Period applied={days} onChange={onChange} />
        </div>
      )}
    </Chip>
  );
}
