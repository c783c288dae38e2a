// The day that is reconciled. None is after today.

import { NamedChoices, StepPicker } from '../../../platform/lists/period/StepPicker.tsx';
import { dayTitle, today } from '../../../shared/words/days.ts';
import { stepped } from '../../../shared/words/periodSteps.ts';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';

interface DayPickerProps {
  day: string;
  onChange(day: string): void;
}

export function DayPicker({ day, onChange }: DayPickerProps) {
  const named = (label: string, that: string) => ({ label, isChosen: day === that, choose: () => onChange(that) });
  return (
    <StepPicker
      label="Day"
      title={dayTitle(day)}
      isLast={day >= today()}
      onStep={(by) => onChange(stepped({ start_date: day, end_date: day }, by).start_date)}
    >
      <NamedChoices choices={[named('Today', today()), named('Yesterday', today(-1))]} />
      <FilterDate label="Another day" value={day} onChange={(chosen) => chosen && onChange(chosen)} />
    </StepPicker>
  );
}
