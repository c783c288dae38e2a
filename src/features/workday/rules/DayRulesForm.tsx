// The fields of the day rules, and what they mean.

import { useLayoutEffect } from 'react';
import type { StoredDayRules } from '../../../shared/contract/entities/day.ts';
import { dayRulesRules } from '../../../shared/contract/workingTimeRules.ts';
import { EditNotes } from '../../../platform/lists/edits/EditNotes.tsx';
import { useEdit } from '../../../platform/lists/edits/useEdit.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { hasFeature } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { rulesOf, valuesOf } from './dayRulesForm.ts';

interface DayRulesFormProps {
  id: string;
  companyId: number;
  rules: StoredDayRules;
  onState(state: { dirty: boolean; busy: boolean }): void;
  onSaved(): void;
}

const hoursOptions = [
  { value: 'pairs', label: 'Each pair', detail: 'From each check-in to its check-out. Breaks do not count.' },
  {
    value: 'first_last',
    label: 'First to last',
    detail: 'From the first check-in of a day to its last check-out. What lies between counts for nothing.',
  },
];

export function DayRulesForm({ id, companyId, rules, onState, onSaved }: DayRulesFormProps) {
  const edit = useEdit('PUT /companies/{id}/day-rules', {
    record: rules,
    valuesOf,
    args: (values, version) => ({ id: companyId, body: { ...rulesOf(values), version } }),
    read: async (api) => (await api('GET /companies/{id}/day-rules', { id: companyId })).data,
    after: onSaved,
  });
  const form = useForm({
    initial: valuesOf(rules),
    rules: dayRulesRules,
    send: edit.send,
    action: edit,
  });
  const knowsHours = hasFeature(useUser(), 'directions');
  const { dirty, busy } = form;
  // In the layout effect, so that Esc pressed right after typing asks before it discards.
  useLayoutEffect(() => onState({ dirty, busy }), [dirty, busy, onState]);
  return (
    <Form form={form} id={id}>
      <EditNotes meeting={edit.meeting} form={form} />
      <p>
        When a day begins, what repeats and how hours are counted apply to past days too. So none of them can be changed
        while a month is closed.
      </p>
      <TextField
        name="starts_at"
        label="A working day begins at"
        type="time"
        hint="Before noon. With night shifts, a time when nobody comes or goes, such as 04:00"
        required
      />
      <TextField
        name="repeat_seconds"
        label="Repeated punches (seconds)"
        type="number"
        min={0}
        max={600}
        hint="An event this soon after another in the same direction does not count (0 to 600)"
        required
      />
      {knowsHours && <RadioCardsField name="hours" label="Hours" options={hoursOptions} />}
      <CheckboxField
        name="needs_second_person"
        label="A second person approves corrections"
        hint="Until then they wait. Nobody approves their own."
      />
    </Form>
  );
}
