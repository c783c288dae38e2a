// Week patterns of a company and its departments, or of one person.

import { useActionForm } from '../../platform/hooks/useForm.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { missingOptions } from '../../platform/ui/feedback/FailedReads.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { eachWeekday, type WeekPattern, weekdays, weekPatternRules } from '../../shared/contract/expectedTime.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { hoursAndMinutes, readHours } from '../../shared/words/workedTime.ts';
import { EntryList } from './EntryList.tsx';

interface PatternOwner {
  companyId: number;
  /** The company's. */
  today: string;
  /** Undefined for the patterns of the company and its departments. */
  employeeId?: number;
}

export function WeekPatterns({ patterns, ...owner }: PatternOwner & { patterns: readonly WeekPattern[] }) {
  return (
    <EntryList
      title="Week patterns"
      noun="Pattern"
      empty="No pattern: no time is expected, and no one is late or absent."
      rows={patterns}
      nameOf={ownerInWords}
      detailOf={patternInWords}
      warningOf={({ is_unused }) =>
        is_unused &&
        'This department has no people, so the pattern has no effect. If it was renamed, add a pattern for its new name.'
      }
      add="POST /week-patterns"
      remove="DELETE /week-patterns/{id}"
      isOwn={({ employee }) => owner.employeeId === undefined || employee !== null}
      dialog={(onClose) => <PatternDialog {...owner} onClose={onClose} />}
    />
  );
}

const ownerInWords = ({ employee, department, company }: WeekPattern): string =>
  employee?.name ?? (department || company.name);

/** 'from 2026-01-01: Mon 8:00, Tue 8:00, start by 09:00' */
function patternInWords(pattern: WeekPattern): string {
  const days = weekdays
    .filter((weekday) => pattern[weekday] > 0)
    .map((weekday) => `${inWords(weekday).slice(0, 3)} ${hoursAndMinutes(pattern[weekday])}`);
  const total = weekdays.reduce((sum, weekday) => sum + pattern[weekday], 0);
  return [
    `from ${dateTitle(pattern.valid_from)}: ${hoursAndMinutes(total)} a week`,
    ...days,
    ...(pattern.latest_start ? [`start by ${pattern.latest_start}`] : []),
    ...(pattern.earliest_end ? [`end from ${pattern.earliest_end}`] : []),
  ].join(', ');
}

const initial = {
  department: '',
  ...eachWeekday((weekday) => (weekday === 'saturday' || weekday === 'sunday' ? '0:00' : '8:00')),
  latest_start: '',
  earliest_end: '',
};

const hoursOfDay: Check = (value) => {
  const minutes = readHours(String(value));
  if (minutes === undefined) return 'Please enter hours such as 7:30';
  return minutes < 0 || minutes > 24 * 60 ? 'A day has from 0:00 to 24:00 hours' : undefined;
};
const { department: _, valid_from, latest_start, earliest_end } = weekPatternRules;
const rules = { valid_from, latest_start, earliest_end, ...eachWeekday(() => [hoursOfDay]) };

function PatternDialog({ companyId, today, employeeId, onClose }: PatternOwner & { onClose(): void }) {
  const form = useActionForm('POST /week-patterns', {
    initial: { ...initial, valid_from: today },
    rules,
    args(values) {
      const week = eachWeekday((weekday) => readHours(values[weekday]) ?? 0);
      return { body: { ...values, ...week, company_id: companyId, employee_id: employeeId ?? null } };
    },
    whileOpen: onClose,
  });
  return (
    <FormDialog title="Add Pattern" submitLabel="Add Pattern" form={form} onClose={onClose}>
      {employeeId === undefined && <DepartmentField companyId={companyId} />}
      <TextField
        name="valid_from"
        label="Valid from"
        type="date"
        hint="Applies until a later pattern replaces it. Closed months stay as they are."
        required
      />
      <FieldGrid>
        {weekdays.map((weekday) => (
          <TextField key={weekday} name={weekday} label={inWords(weekday)} inputMode="text" required />
        ))}
      </FieldGrid>
      <FieldGrid>
        <TextField name="latest_start" label="Latest start" type="time" hint="Anyone later is Late" />
        <TextField name="earliest_end" label="Earliest end" type="time" hint="Anyone leaving before has Left early" />
      </FieldGrid>
    </FormDialog>
  );
}

function DepartmentField({ companyId }: { companyId: number }) {
  const employees = useOffered('GET /companies/{id}/employees', { id: companyId });
  const names = [...new Set((employees.data ?? []).map(({ department }) => department))].filter(Boolean).sort();
  return (
    <SelectField
      name="department"
      label="Of"
      placeholder="The whole company"
      hint={missingOptions('departments', employees).hint}
      options={names.map((name) => ({ value: name, label: name }))}
    />
  );
}
