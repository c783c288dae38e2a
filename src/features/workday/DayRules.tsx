// The rules by which a company's working days are computed: when they begin, what repeats, who approves corrections.

import { HistoryButton } from '../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useResource } from '../../platform/hooks/useResource.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { HeldForm } from '../../platform/ui/overlays/HeldForm.tsx';
import {
  type CompanyDayRules,
  dayRulesValidation,
  hoursRules,
  type StoredDayRules,
} from '../../shared/contract/timesheets.ts';
import { EditNotes } from '../../platform/lists/edits/EditNotes.tsx';
import { useEdit } from '../../platform/lists/edits/useEdit.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { useFormValue } from '../../platform/ui/forms/formState.ts';
import { timeZones } from '../../shared/words/timeZones.ts';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';

export function DayRules({ company }: { company: { id: number; name: string } }) {
  const rules = useResource('GET /companies/{id}/day-rules', { id: company.id });
  return (
    <Panel
      title="Day Rules"
      aside={
        <HistoryButton
          size="small"
          of={{ subject: 'day_rules', id: company.id }}
          name={`the Day Rules of ${company.name}`}
        />
      }
    >
      <ResourceView resource={rules} skeleton={<LineSkeleton label="Loading the day rules…" lines={6} />}>
        {(loaded) => <DayRulesForm companyId={company.id} rules={loaded} />}
      </ResourceView>
    </Panel>
  );
}

const hoursOptions = [
  { value: 'pairs', label: 'Each pair', detail: 'From each check-in to its check-out. Breaks do not count.' },
  {
    value: 'first_last',
    label: 'First to last',
    detail: 'From the first check-in of a day to its last check-out. What lies between counts for nothing.',
  },
];

function DayRulesForm({ companyId, rules }: { companyId: number; rules: StoredDayRules }) {
  const user = useUser();
  const { session } = useConnection();
  const knowsZones = hasFeature(user, 'company_timezones');
  const edit = useEdit('PUT /companies/{id}/day-rules', {
    record: rules,
    valuesOf,
    args: (values, version) => ({ id: companyId, body: { ...rulesOf(values, knowsZones), version } }),
    read: async (api) => (await api('GET /companies/{id}/day-rules', { id: companyId })).data,
    after({ data }) {
      if (!data) return;
      edit.goOnFrom(data);
      form.restart(valuesOf(data));
      // The console counts days in the zone that the user carries. A failure changes nothing: the next start reads it anyway.
      if (data.timezone !== rules.timezone) session.refresh().catch(() => undefined);
    },
  });
  const form = useForm({
    initial: valuesOf(rules),
    rules: dayRulesValidation,
    send: edit.send,
    action: edit,
  });
  const knowsHours = hasFeature(user, 'directions');
  return (
    <Form form={form} label="Day rules">
      <HeldForm dirty={form.dirty} />
      <EditNotes meeting={edit.meeting} form={form} />
      <p>
        {knowsZones ? 'The time zone, when a day begins' : 'When a day begins'}, what repeats and how hours are counted
        apply to past days too. So none of them can be changed while a month is closed.
      </p>
      {knowsZones && <TimeZoneField />}
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
      <p>
        <Button kind="primary" type="submit" busy={form.busy}>
          Save Day Rules
        </Button>
      </p>
    </Form>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

function TimeZoneField() {
  const { value } = useFormValue('timezone', isText);
  return (
    <SelectField
      name="timezone"
      label="Time zone"
      placeholder="That of the installation"
      hint="The clock at the doors of this company. Its days, times and months follow it."
      options={timeZones(value).map((zone) => ({ value: zone, label: zone }))}
    />
  );
}

type DayRulesValues = {
  starts_at: string;
  repeat_seconds: string;
  hours: string;
  timezone: string;
  needs_second_person: boolean;
};

const valuesOf = ({
  starts_at,
  repeat_seconds,
  hours,
  timezone,
  needs_second_person,
}: CompanyDayRules): DayRulesValues => ({
  starts_at,
  hours,
  timezone,
  needs_second_person,
  repeat_seconds: String(repeat_seconds),
});

/** A server that knows no zones of companies is sent none. */
const rulesOf = ({ repeat_seconds, hours, timezone, ...values }: DayRulesValues, knowsZones: boolean) => ({
  ...values,
  ...(knowsZones && { timezone }),
  hours: hoursRules.find((rule) => rule === hours) ?? 'pairs',
  repeat_seconds: Number(repeat_seconds),
});
