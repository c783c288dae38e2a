// The limits of working time as fields of the day rules' form: times as h:mm, empty for what is not checked.

import { useState } from 'react';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import type { WorkingTimeLimits } from '../../shared/contract/timesheets.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { noLimits, workingTimeLaws } from '../../shared/day/workingTimeLaws.ts';
import { hoursAndMinutes } from '../../shared/words/workedTime.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

export type WorkingTimeValues = {
  rest: string;
  longest_day: string;
  break_table: string;
  break_part: string;
  days_in_row: string;
};

const asText = (minutes: number): string => (minutes === 0 ? '' : hoursAndMinutes(minutes));

export const limitsAsText = (limits: WorkingTimeLimits = noLimits): WorkingTimeValues => ({
  rest: asText(limits.rest_minutes),
  longest_day: asText(limits.longest_day_minutes),
  break_table: limits.breaks
    .map((rule) => `${hoursAndMinutes(rule.break_minutes)} over ${hoursAndMinutes(rule.over_minutes)}`)
    .join(', '),
  break_part: asText(limits.break_part_minutes),
  days_in_row: limits.days_in_row ? String(limits.days_in_row) : '',
});

const minutesIn = (text: string): number => {
  const [hours = 0, minutes = 0] = text.trim().split(':').map(Number);
  return hours * 60 + minutes;
};
const rowsIn = (table: string) => (table.trim() === '' ? [] : table.split(',').map((row) => row.split(/\bover\b/)));

export const limitsIn = (values: WorkingTimeValues): WorkingTimeLimits => ({
  rest_minutes: minutesIn(values.rest),
  longest_day_minutes: minutesIn(values.longest_day),
  breaks: rowsIn(values.break_table).map(([due = '', over = '']) => ({
    break_minutes: minutesIn(due),
    over_minutes: minutesIn(over),
  })),
  break_part_minutes: minutesIn(values.break_part),
  days_in_row: Number(values.days_in_row),
});

const isTime = (text: string) => /^\s*(1?\d|2[0-3]):[0-5]\d\s*$/.test(text);
const time: Check = (value) =>
  value === '' || isTime(String(value)) ? undefined : 'Please enter a time such as 11:00, or leave it empty';
const breakTable: Check = (value) =>
  rowsIn(String(value)).every((row) => row.length === 2 && row.every(isTime))
    ? undefined
    : 'Please enter breaks such as 0:30 over 6:00, 0:45 over 9:00';
const days: Check = (value) =>
  /^(\d|1[0-4])?$/.test(String(value)) ? undefined : 'Please enter a whole number from 0 to 14, or leave it empty';

export const workingTimeRules = {
  rest: [time],
  longest_day: [time],
  break_table: [breakTable],
  break_part: [time],
  days_in_row: [days],
};

/** `fill` sets these values of the form around. */
export function WorkingTimeFields({ fill }: { fill(values: WorkingTimeValues): void }) {
  const [chosen, setChosen] = useState('');
  const law = workingTimeLaws[chosen];
  return (
    <fieldset className={layout.stack2}>
      <legend>Checks of Working Time</legend>
      <p>
        What is over a limit is marked in timesheets and exceptions. It changes no hours. Leave empty what shall not be
        checked.
      </p>
      <FilterSelect
        label="Fill In"
        value={chosen}
        options={[
          { value: '', label: 'Limits of a law…' },
          ...Object.entries(workingTimeLaws).map(([value, { name }]) => ({ value, label: name })),
        ]}
        onChange={(value) => {
          setChosen(value);
          fill(limitsAsText(workingTimeLaws[value]?.limits));
        }}
      />
      {law && (
        <p className={layout.hint}>
          From {law.source}. This is no legal advice: collective agreements and exceptions may say otherwise.
        </p>
      )}
      <FieldGrid>
        <TextField name="rest" label="Rest between days" hint="At least, such as 11:00" />
        <TextField name="longest_day" label="Longest day" hint="Worked time without breaks, such as 10:00" />
        <TextField name="break_table" label="Breaks" hint="Such as 0:30 over 6:00, 0:45 over 9:00" />
        <TextField name="break_part" label="Shortest break that counts" hint="Such as 0:15" />
        <TextField name="days_in_row" label="Days in a row" inputMode="numeric" hint="At most, such as 6" />
      </FieldGrid>
    </fieldset>
  );
}
