// The fields of the day rules, and what they mean.

import { useLayoutEffect } from 'react';
import type { StoredDayRules } from '../contract/entities/day.ts';
import { dayRulesRules } from '../contract/workingTimeRules.ts';
import { EditNotes } from '../crud/edits/EditNotes.tsx';
import { useEdit } from '../crud/edits/useEdit.ts';
import { useForm } from '../hooks/useForm.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { TextField } from '../ui/forms/TextField.tsx';
import { rulesOf, valuesOf } from './dayRulesForm.ts';

interface DayRulesFormProps {
  id: string;
  companyId: number;
  rules: StoredDayRules;
  onState(state: { dirty: boolean; busy: boolean }): void;
  onSaved(): void;
}

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
  const { dirty, busy } = form;
  // In the layout effect, so that Esc pressed right after typing asks before it discards.
  useLayoutEffect(() => onState({ dirty, busy }), [dirty, busy, onState]);
  return (
    <Form form={form} id={id}>
      <EditNotes meeting={edit.meeting} form={form} />
      <p>
        When a day begins and what repeats applies to past days too. So neither can be changed while a month is closed.
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
      <CheckboxField
        name="needs_second_person"
        label="A second person approves corrections"
        hint="Until then they wait. Nobody approves their own."
      />
    </Form>
  );
}
