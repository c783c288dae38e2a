// The days of a list, from one to another.

import { useState } from 'react';
import { periodRules } from '../../../shared/contract/checks.ts';
import { validate } from '../../../shared/contract/validate.ts';
import { FilterDate } from '../../ui/filters/FilterDate.tsx';

/** '' means any. */
export interface Days {
  start_date: string;
  end_date: string;
}

const hasShortYear = (day: string) => day.startsWith('0');

interface PeriodProps {
  applied: Days;
  onChange(days: Days): void;
}

/** Days that cannot be applied stay a draft: shown here with the reason, while the list keeps the applied ones. */
export function Period({ applied: { start_date, end_date }, onChange }: PeriodProps) {
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
