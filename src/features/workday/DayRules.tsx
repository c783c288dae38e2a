// The rules by which a company's working days are computed: when they begin, what repeats, who approves corrections.

import { useState } from 'react';
import { useTextValue } from '../../platform/hooks/formState.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { usePreview } from '../../platform/hooks/usePreview.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { EditNotes } from '../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../platform/records/edits/useEdit.ts';
import { HistoryButton } from '../../platform/records/history/HistoryButton.tsx';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { RadioCardsField } from '../../platform/ui/forms/RadioCardsField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { TimeZoneField } from '../../platform/ui/forms/TimeZoneField.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { UnsavedFormGuard } from '../../platform/ui/overlays/UnsavedFormGuard.tsx';
import {
  dayRulesValidation,
  hoursRules,
  type StoredDayRules,
  type WorkingTimeLimits,
} from '../../shared/contract/timesheets.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { noLimits, workingTimeLaws } from '../../shared/day/workingTimeLaws.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { describePeriod } from '../../shared/words/periods.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayTitle, formatTime } from '../../shared/words/time.ts';
import { hoursAndMinutes, readHours } from '../../shared/words/workedTime.ts';
import { Digest } from './Digest.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

export default function DayRules({ company }: { company: { id: number; name: string } }) {
  const rules = useResource('GET /companies/{id}/day-rules', { id: company.id });
  const hasDigest = useCanCall()('PUT /companies/{id}/digest');
  return (
    <>
      <Panel
        title="Day rules"
        aside={
          <HistoryButton
            size="small"
            of={{ subject: 'day_rules', id: company.id }}
            name={`the day rules of ${company.name}`}
          />
        }
      >
        <ResourceView resource={rules} loading="Loading the day rules…" lines={24}>
          {(loaded) => <DayRulesForm companyId={company.id} rules={loaded} />}
        </ResourceView>
      </Panel>
      {hasDigest && <Digest companyId={company.id} />}
    </>
  );
}

const hoursOptions = [
  { value: 'pairs', label: 'Each pair', detail: 'From each check-in to its check-out. Breaks do not count.' },
  {
    value: 'first_last',
    label: 'First to last',
    detail: 'From the first check-in of a day to its last check-out. What lies between does not matter.',
  },
];

function DayRulesForm({ companyId, rules }: { companyId: number; rules: StoredDayRules }) {
  const user = useUser();
  const { session } = useConnection();
  const checksTime = hasFeature(user, 'working_time');
  const knowsZones = hasFeature(user, 'company_timezones');
  const edit = useEdit('PUT /companies/{id}/day-rules', {
    record: rules,
    valuesOf,
    args: (values, version) => ({
      id: companyId,
      body: { ...rulesOf(values, knowsZones), ...(checksTime && { working_time: limitsIn(values) }), version },
    }),
    read: async (api) => (await api('GET /companies/{id}/day-rules', { id: companyId })).data,
    after({ data }) {
      if (!data) return;
      edit.goOnFrom(data);
      form.restart(valuesOf(data));
      // The console counts days in the zone that comes with the user. Ignore a failure: the next start reads it anyway.
      if (data.timezone !== rules.timezone) session.refresh().catch(() => undefined);
    },
  });
  const form = useForm({
    initial: valuesOf(rules),
    rules: { ...formRules, ...workingTimeRules },
    send: edit.send,
    action: edit,
  });
  const knowsHours = hasFeature(user, 'directions');
  function fill(limits: WorkingTimeValues) {
    form.set('rest', limits.rest);
    form.set('longest_day', limits.longest_day);
    form.set('break_table', limits.break_table);
    form.set('break_part', limits.break_part);
    form.set('days_in_row', limits.days_in_row);
  }
  return (
    <Form form={form} label="Day rules">
      <UnsavedFormGuard dirty={form.dirty} busy={form.busy} />
      <EditNotes conflict={edit.conflict} form={form} />
      <p>
        {knowsZones ? 'The time zone, when a day begins' : 'When a day begins'}, what repeats and how hours are counted
        apply to past days too. So none of them can be changed while a month is closed.
      </p>
      {knowsZones && (
        <TimeZoneField
          name="timezone"
          label="Time zone"
          placeholder="Same as the installation"
          hint="The clock at the doors of this company. Its days, times and months follow it."
        />
      )}
      <TextField
        name="starts_at"
        label="A working day begins at"
        type="time"
        hint="Before noon. With night shifts, a time when no one comes or goes, such as 04:00"
        required
      />
      {knowsZones && <Moved companyId={companyId} rules={rules} />}
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
        hint="Until then they wait. No one can approve their own."
      />
      {hasFeature(user, 'expected_time') && (
        <TextField
          name="leave_known_from"
          label="All leave is entered from"
          type="date"
          hint="From this day on, people without events and leave are Absent. Before, and if empty, they are Not seen."
        />
      )}
      {checksTime && <WorkingTimeFields fill={fill} />}
      <p>
        <Button kind="primary" type="submit" busy={form.busy}>
          Save Day Rules
        </Button>
      </p>
    </Form>
  );
}

/** Says what the entered time zone and start of the day would change. */
function Moved({ companyId, rules }: { companyId: number; rules: StoredDayRules }) {
  const { value: timezone } = useTextValue('timezone');
  const { value: starts_at } = useTextValue('starts_at');
  const mayAsk = useCanCall()('POST /companies/{id}/day-rules/preview');
  const isSame = timezone === rules.timezone && starts_at === rules.starts_at;
  const isRefused = dayRulesValidation.starts_at.some((check) => check(starts_at, {}));
  if (!mayAsk || isSame || isRefused) return null;
  return <MovedEvents id={companyId} body={{ timezone, starts_at }} />;
}

function MovedEvents(args: { id: number; body: { timezone: string; starts_at: string } }) {
  const preview = usePreview('POST /companies/{id}/day-rules/preview', args);
  if (preview.status === 'loading') return <p>Counting what would change…</p>;
  if (preview.status === 'failed') return <Banner tone="warning">{preview.message}</Banner>;
  const { events, days, first_day, last_day, example } = preview.result;
  if (events === 0) return <p role="status">No event of the last year moves to another day.</p>;
  const period = describePeriod({ start_date: first_day, end_date: last_day });
  return (
    <Banner tone="warning">
      {plural(events, 'event')} on {plural(days, 'day')} of the last year ({period}) will count for another day.
      {example && (
        <>
          {' '}
          For example {attendanceText.event(example)} of {example.person}: {formatTime(example.before.time)}, now of{' '}
          {dayTitle(example.before.day)}, will be {formatTime(example.after.time)} of {dayTitle(example.after.day)}.
        </>
      )}
    </Banner>
  );
}

/** Leaves out the limits of working time, which the form has as texts. */
const { working_time: _, ...formRules } = dayRulesValidation;

type DayRulesValues = ReturnType<typeof valuesOf>;

const valuesOf = ({ hours, repeat_seconds, working_time, version: _, ...rules }: StoredDayRules) => ({
  ...rules,
  ...limitsAsText(working_time),
  hours: String(hours),
  repeat_seconds: String(repeat_seconds),
});

/** Leaves out the time zone for a server that knows none for companies. */
const rulesOf = (values: DayRulesValues, knowsZones: boolean) => ({
  starts_at: values.starts_at,
  needs_second_person: values.needs_second_person,
  leave_known_from: values.leave_known_from,
  ...(knowsZones && { timezone: values.timezone }),
  hours: hoursRules.find((rule) => rule === values.hours) ?? 'pairs',
  repeat_seconds: Number(values.repeat_seconds),
});

// The limits of working time as fields of the day rules' form: times as h:mm, empty for what is not checked.

type WorkingTimeValues = ReturnType<typeof limitsAsText>;

const asText = (minutes: number): string => (minutes === 0 ? '' : hoursAndMinutes(minutes));

const limitsAsText = (limits: WorkingTimeLimits = noLimits) => ({
  rest: asText(limits.rest_minutes),
  longest_day: asText(limits.longest_day_minutes),
  break_table: limits.breaks
    .map((rule) => `${hoursAndMinutes(rule.break_minutes)} over ${hoursAndMinutes(rule.over_minutes)}`)
    .join(', '),
  break_part: asText(limits.break_part_minutes),
  days_in_row: limits.days_in_row ? String(limits.days_in_row) : '',
});

const minutesIn = (text: string): number => readHours(text) ?? 0;
const rowsIn = (table: string) => (table.trim() === '' ? [] : table.split(',').map((row) => row.split(/\bover\b/)));

const limitsIn = (values: WorkingTimeValues): WorkingTimeLimits => ({
  rest_minutes: minutesIn(values.rest),
  longest_day_minutes: minutesIn(values.longest_day),
  breaks: rowsIn(values.break_table).map(([due = '', over = '']) => ({
    break_minutes: minutesIn(due),
    over_minutes: minutesIn(over),
  })),
  break_part_minutes: minutesIn(values.break_part),
  days_in_row: Number(values.days_in_row),
});

const isTime = (text: string): boolean => {
  const minutes = readHours(text) ?? -1;
  return minutes >= 0 && minutes <= 24 * 60;
};
const time: Check = (value) =>
  value === '' || isTime(String(value)) ? undefined : 'Please enter a time such as 11:00, or leave it empty';
const breakTable: Check = (value) =>
  rowsIn(String(value)).every((row) => row.length === 2 && row.every(isTime))
    ? undefined
    : 'Please enter breaks such as 0:30 over 6:00, 0:45 over 9:00';
const days: Check = (value) =>
  /^(\d|1[0-4])?$/.test(String(value)) ? undefined : 'Please enter a whole number from 0 to 14, or leave it empty';

const workingTimeRules = {
  rest: [time],
  longest_day: [time],
  break_table: [breakTable],
  break_part: [time],
  days_in_row: [days],
};

/** `fill` sets these values in the surrounding form. */
function WorkingTimeFields({ fill }: { fill(values: WorkingTimeValues): void }) {
  const [chosen, setChosen] = useState('');
  const law = workingTimeLaws[chosen];
  return (
    <fieldset className={layout.stack2}>
      <legend>Checks of working time</legend>
      <p>
        What is over a limit is marked in timesheets and exceptions. It does not change any hours. Leave empty what
        should not be checked.
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
