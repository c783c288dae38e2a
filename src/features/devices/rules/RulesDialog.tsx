// Edits the rules by which a device's events are read.

import { useFormValue, useKnownField, useTextValue } from '../../../platform/hooks/formState.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { EditNotes } from '../../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../../platform/records/edits/useEdit.ts';
import { useHasFeature } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { CheckboxField } from '../../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { deviceRuleChecks, mappingChecks } from '../../../shared/contract/deviceRuleChecks.ts';
import {
  type DeviceRules,
  type DeviceSetup,
  type DirectionRule,
  directionRules,
  type HalfHourRule,
  halfHourRules,
  type JsonMapping,
  type StoredDeviceRules,
} from '../../../shared/contract/devices.ts';
import { hasWholeHours } from '../../../shared/words/timeZones.ts';
import { TryMapping } from './TryMapping.tsx';
import { ZoneField } from './ZoneField.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './Rules.module.css';

interface RulesDialogProps {
  setup: DeviceSetup;
  rules: StoredDeviceRules;
  onSaved(): void;
  onClose(): void;
}

export default function RulesDialog({ setup, rules, onSaved, onClose }: RulesDialogProps) {
  const edit = useEdit('PUT /access-controllers/{id}/device', {
    record: rules,
    valuesOf,
    args: (values, version) => ({ id: setup.controller.id, body: { ...rulesOf(values, rules), version } }),
    read: async (api) =>
      (await api('GET /access-controllers/{id}/device', { id: setup.controller.id })).data.rules ?? undefined,
    after: onSaved,
    whileOpen: onClose,
  });
  const form = useForm({
    initial: valuesOf(rules),
    rules: { ...deviceRuleChecks, ...mappingChecks },
    send: edit.send,
    action: edit,
  });
  return (
    <FormDialog
      title={`Change Rules - ${setup.controller.name}`}
      submitLabel="Save Rules"
      size="large"
      form={form}
      onClose={onClose}
    >
      <EditNotes conflict={edit.conflict} form={form} />
      {rules.kind === 'json' && (
        <>
          <MappingFields />
          <TryMapping controllerId={setup.controller.id} mapping={mappingOf(form.values)} />
        </>
      )}
      <RulesFields setup={setup} kind={rules.kind} />
    </FormDialog>
  );
}

function RulesFields({ setup, kind }: { setup: DeviceSetup; kind: string }) {
  const { value: zone } = useTextValue('zone');
  const { value: direction } = useTextValue('direction');
  const knowsAll = useHasFeature('directions');
  const silence = (
    <TextField
      name="silent_after_minutes"
      label="Silent after (minutes)"
      type="number"
      min={1}
      max={10_080}
      hint="You are told when it has been silent for this long"
      required
    />
  );
  if (kind === 'webhook') return <FieldGrid>{silence}</FieldGrid>;
  const directions = directionOptions.filter(({ value }) => knowsAll || value !== 'first_last');
  // The name of the company's time zone is known only while no other zone is set.
  const business = setup.rules?.zone === '' ? setup.zone : '';
  return (
    <>
      <RadioCardsField name="direction" label="Which way was it?" options={directions} />
      {direction === 'reader' && <ReadersField />}
      <FieldGrid>
        <ZoneField />
        <CheckboxField
          name="ignores_offset"
          label="The offset that the device sends does not count"
          hint="For a clock that is right, in a device that was left in the zone of its factory"
        />
        <TextField
          name="repeat_seconds"
          label="Repeats within (seconds)"
          type="number"
          min={0}
          max={3_600}
          hint="A second event of the same person this soon does not count. 0 lets all count"
          required
        />
        {silence}
        <TextField
          name="counts_from"
          label="Counts from"
          type="date"
          hint="Earlier events are kept, but do not count for anyone. Empty: from the day before the controller was added to its company"
        />
        <TextField
          name="networks"
          label="Allowed networks"
          hint="Separated by commas, such as 192.168.1.0/24. Empty allows any"
          spellCheck={false}
        />
        {kind === 'zkteco' && !hasWholeHours(zone || business || 'UTC') && (
          <SelectField
            name="half_hours"
            label="How it is told its time zone"
            hint="It is not a whole number of hours from UTC, which devices understand differently. After a change, switch the device off and on"
            options={halfHourOptions}
          />
        )}
      </FieldGrid>
    </>
  );
}

type Reader = DeviceRules['readers'][number];

const isReaders = (value: unknown): value is readonly Reader[] => Array.isArray(value);

const directions = [
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
];

const readersInWords = (value: unknown) =>
  isReaders(value) ? value.map(({ reader, direction }) => `${reader} (${direction})`).join(', ') : '';

/** Assigns a direction to each reader of the device. */
function ReadersField() {
  const { value: readers, change, error } = useFormValue('readers', isReaders);
  useKnownField('readers', { label: 'Readers', isSecret: false, inWords: readersInWords });
  const set = (at: number, next: Partial<Reader>) =>
    change(readers.map((reader, index) => (index === at ? { ...reader, ...next } : reader)));
  return (
    <fieldset className={`${layout.stack2} ${s.readers}`}>
      <legend className={layout.legend}>Readers</legend>
      {readers.map(({ reader, direction }, index) => (
        <div key={index} className={s.reader}>
          <FilterField label={`Reader ${index + 1}`}>
            {(control) => (
              <input {...control} value={reader} onChange={(event) => set(index, { reader: event.target.value })} />
            )}
          </FilterField>
          <FilterSelect
            label={`Direction of reader ${index + 1}`}
            value={direction}
            options={directions}
            onChange={(chosen) => set(index, { direction: chosen === 'out' ? 'out' : 'in' })}
          />
          <Button
            kind="quiet"
            icon={<ActionIcon name="trash" />}
            aria-label={`Remove reader ${index + 1}`}
            title="Remove"
            onClick={() => change(readers.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <p className={layout.hint}>
        As the device names or numbers it: open an event to see which reader it names. An event of another reader has no
        direction.
      </p>
      {error && <p className={s.problem}>{error}</p>}
      <span>
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          onClick={() => change([...readers, { reader: '', direction: 'in' }])}
        >
          Add Reader
        </Button>
      </span>
    </fieldset>
  );
}

const mappingFields = [
  { name: 'events', label: 'List of events', hint: 'Such as data.events. Leave empty if a message is one event' },
  { name: 'kind', label: 'Kind of the event', hint: 'Leave empty if it sends only who came and went' },
  { name: 'kind_words', label: 'Kinds that count', hint: 'Others are passed over: access_logs, AccessControl' },
  { name: 'person', label: 'Person', hint: 'Such as user.code, within one event', required: true },
  { name: 'time', label: 'Time', hint: 'Such as time or data[0].at', required: true },
  { name: 'direction', label: 'Direction', hint: 'Leave empty if the message says none' },
  { name: 'in_words', label: 'Words for in', hint: 'What means in, separated by commas: entry, 0' },
  { name: 'out_words', label: 'Words for out', hint: 'What means out, separated by commas: exit, 1' },
  { name: 'number', label: 'Number of the event', hint: "The device's own count. A gap shows a lost event" },
  { name: 'reader', label: 'Reader', hint: 'If the device has several' },
  { name: 'passed', label: 'Whether the person was let in', hint: 'Leave empty if it sends only people who were' },
  { name: 'passed_words', label: 'Words for let in', hint: 'What means let in, separated by commas: granted, true' },
];

/** Paths to the values of a JSON message. */
function MappingFields() {
  return (
    <section aria-label="Mapping" className={`${layout.stack3} ${s.part}`}>
      <h3>What its messages mean</h3>
      <p className={layout.hint}>
        Say where each value stands in a message, as a path. In{' '}
        <code>{'{ "user": { "code": "42" }, "data": [{ "at": "08:00" }] }'}</code> the path user.code leads to 42, and
        data[0].at to 08:00.
      </p>
      <FieldGrid>
        {mappingFields.map(({ name, ...field }) => (
          <TextField key={name} name={`mapping.${name}`} {...field} spellCheck={false} />
        ))}
      </FieldGrid>
    </section>
  );
}

/** The form's values: numbers as typed, and the mapping flattened among the rules. */
const valuesOf = ({ mapping, version: _, ...rules }: StoredDeviceRules) => ({
  ...rules,
  kind: String(rules.kind),
  direction: String(rules.direction),
  repeat_seconds: String(rules.repeat_seconds),
  half_hours: String(rules.half_hours),
  silent_after_minutes: String(rules.silent_after_minutes),
  ...mappingValues(mapping),
});
type RulesValues = ReturnType<typeof valuesOf>;

type MappingValues = { [K in keyof JsonMapping as `mapping.${K}`]: string };

function mappingValues(mapping: JsonMapping): MappingValues;
function mappingValues(mapping: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(mapping).map(([name, value]) => [`mapping.${name}`, value]));
}

function mappingOf(values: Readonly<MappingValues>): JsonMapping;
function mappingOf(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(mappingFields.map(({ name }) => [name, values[`mapping.${name}`]?.trim() ?? '']));
}

/** `before` provides what the form does not offer. */
const rulesOf = (values: Readonly<RulesValues>, before: DeviceRules): DeviceRules => ({
  kind: before.kind,
  zone: values.zone,
  ignores_offset: values.ignores_offset,
  direction: directionRules.find((rule) => rule === values.direction) ?? before.direction,
  readers: values.readers
    .map(({ reader, direction }) => ({ reader: reader.trim(), direction }))
    .filter(({ reader }) => reader !== ''),
  repeat_seconds: Number(values.repeat_seconds),
  half_hours: halfHourRules.find((rule) => rule === values.half_hours) ?? before.half_hours,
  networks: values.networks.trim(),
  silent_after_minutes: Number(values.silent_after_minutes),
  counts_from: values.counts_from,
  mapping: mappingOf(values),
});

// Names and explanations of the rules to choose from.

const directionNames: Readonly<Record<DirectionRule, readonly [label: string, detail: string]>> = {
  key: ['By its key', 'In or out, as the person chooses on the device. An event without a choice is not attendance.'],
  in: ['Always in', 'Every event is a check-in: another device is for the way out.'],
  out: ['Always out', 'Every event is a check-out.'],
  reader: ['By reader', 'Each reader of the device has its own direction.'],
  alternating: [
    'By turns',
    "A person's first event of a working day is a check-in, the next one a check-out, and so on.",
  ],
  first_last: [
    'First in, last out',
    "A person's first event of a working day is the check-in. Each later one moves the end of the day.",
  ],
};

const halfHours: Readonly<Record<HalfHourRule, string>> = {
  nothing: 'Tell it nothing: its clock is set by hand',
  hours: 'As hours, such as 5.5',
  minutes: 'As minutes, such as 330',
  signed: 'As hours and minutes, such as +05:30',
};

const directionOptions = Object.entries(directionNames).map(([value, [label, detail]]) => ({
  value,
  label,
  detail,
}));

const halfHourOptions = Object.entries(halfHours).map(([value, label]) => ({ value, label }));
