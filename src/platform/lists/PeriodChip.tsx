// Chip for the period of a list, and its contents, which choose the period by name or by date.

import { useState } from 'react';
import { periodRules } from '../../shared/contract/checks.ts';
import { validate } from '../../shared/contract/validate.ts';
import { today } from '../../shared/words/days.ts';
import { describePeriod, isSamePeriod, namedPeriods, type Period } from '../../shared/words/periods.ts';
import { Chip } from '../ui/filters/Chip.tsx';
import { FilterDate } from '../ui/filters/FilterDate.tsx';
import { NamedChoices } from './StepPicker.tsx';
import * as layout from '../ui/layout/layout.module.css';

interface PeriodChipProps {
  period: Period;
  /** Words to use instead of `describePeriod`. */
  inWords?: string;
  /** Period that applies once the filter is removed. */
  usual: Period;
  onChange(period: Period): void;
}

export function PeriodChip({ period, inWords = describePeriod(period) || 'All', usual, onChange }: PeriodChipProps) {
  return (
    <Chip label="Days" value={inWords} onRemove={isSamePeriod(period, usual) ? undefined : () => onChange(usual)}>
      {(close) => (
        <div className={layout.stack3}>
          <PeriodNames applied={period} onChange={onChange} onChosen={close} />
          <PeriodFields applied={period} onChange={onChange} />
        </div>
      )}
    </Chip>
  );
}

interface PeriodFieldsProps {
  applied: Period;
  onChange(period: Period): void;
}

interface PeriodNamesProps extends PeriodFieldsProps {
  onChosen(): void;
}

export const PeriodNames = ({ applied, onChange, onChosen }: PeriodNamesProps) => (
  <NamedChoices
    label="Period"
    choices={namedPeriods(today()).map(({ label, ...days }) => ({
      label,
      isChosen: isSamePeriod(days, applied),
      choose() {
        onChange(days);
        onChosen();
      },
    }))}
  />
);

const hasShortYear = (day: string) => day.startsWith('0');

/** Keeps days that cannot be applied as a draft, shown here with the reason, while the list keeps the applied ones. */
export function PeriodFields({ applied: { start_date, end_date }, onChange }: PeriodFieldsProps) {
  const applied = { start_date, end_date };
  const [draft, setDraft] = useState<{ days: Period; instead: Period }>();
  // The draft becomes void once other days are applied, for example by Back.
  const shown = draft && isSamePeriod(draft.instead, applied) ? draft.days : applied;

  function choose(change: Partial<Period>) {
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
