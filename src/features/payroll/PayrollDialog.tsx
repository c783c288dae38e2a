// The template of a company's payroll file: how lines and columns look, which kinds of time there are, and whether it is
// mailed. It can begin with a preset, and be previewed before it is saved.

import { type ReactNode, useId, useState } from 'react';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { FilterField } from '../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { useFormValue } from '../../platform/ui/forms/formState.ts';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { StatusIcon } from '../../platform/ui/StatusIcon.tsx';
import {
  dateForms,
  freeDayMark,
  kindCounts,
  type PayrollColumn,
  payrollUnits,
  roundingSteps,
  sourceHasUnit,
  type StoredTemplate,
  storedTemplateRules,
  type TimeKind,
} from '../../shared/contract/payroll.ts';
import { payrollPresets } from '../../shared/contract/payrollPresets.ts';
import { validate } from '../../shared/contract/validate.ts';
import { weekdayOptions } from '../workday/weekdays.ts';
import { PayrollPreview } from './PayrollPreview.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './PayrollDialog.module.css';

interface PayrollDialogProps {
  companyId: number;
  template: StoredTemplate | null;
  /** The month to preview. */
  month: string;
  onClose(): void;
}

type Values = Omit<StoredTemplate, 'rounding_minutes' | 'mail_day'> & { rounding_minutes: string; mail_day: string };

const valuesOf = (template: StoredTemplate): Values => ({
  ...template,
  rounding_minutes: String(template.rounding_minutes),
  mail_day: String(template.mail_day),
});
const templateOf = (values: Values): StoredTemplate => ({
  ...values,
  rounding_minutes: Number(values.rounding_minutes),
  mail_day: Number(values.mail_day),
});

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const lineOptions = optionsOf({ person: 'Person', day: 'Person and day', kind: 'Person and kind of time' });
const sourceOptions = optionsOf({
  number: 'Employee ID',
  name: 'Name',
  department: 'Department',
  month: 'Month',
  first_day: 'First day',
  last_day: 'Last day',
  day: 'Day',
  kind_code: 'Code of the kind',
  kind_name: 'Name of the kind',
  time: 'Time of a kind',
  worked: 'All worked time',
  break: 'Breaks',
  days: 'Days present',
  text: 'Fixed text',
});
const unitOptions = optionsOf({ decimal: 'Decimal hours', 'h:mm': 'h:mm', minutes: 'Minutes' });
const countOptions = optionsOf({ all: 'All worked time', band: 'Between two times', rest: 'In no band' });
const encodingOptions = optionsOf({
  'utf-8': 'UTF-8',
  'utf-8-bom': 'UTF-8 with byte order mark',
  'windows-1252': 'Windows-1252',
});
const separatorOptions = optionsOf({ ';': 'Semicolon', ',': 'Comma', tab: 'Tab' });
const decimalOptions = optionsOf({ ',': 'Comma', '.': 'Point' });
const dateOptions = dateForms.map((value) => ({ value, label: value.toUpperCase() }));
const roundingOptions = optionsOf({ nearest: 'To the nearest', down: 'Down', up: 'Up' });
const stepOptions = roundingSteps.map((step) => ({
  value: String(step),
  label: step === 1 ? 'No rounding' : `${step} minutes`,
}));

export function PayrollDialog({ companyId: id, template, month, onClose }: PayrollDialogProps) {
  const [preset, setPreset] = useState(template ? '' : 'csv');
  const [previewed, setPreviewed] = useState<StoredTemplate>();
  const begin = template ?? presetOf('csv');
  const action = useAction('PUT /companies/{id}/payroll', { after: onClose });
  const form = useForm<Values>({
    initial: valuesOf(begin),
    rules: storedTemplateRules,
    send: (values) => action.run({ id, body: templateOf(values) }),
    action,
  });
  function choose(name: string) {
    setPreset(name);
    if (name)
      form.restart({ ...valuesOf(presetOf(name)), mail_day: form.values.mail_day, mail_to: form.values.mail_to });
  }
  const isSound = Object.keys(validate(storedTemplateRules, form.values)).length === 0;
  return (
    <FormDialog
      title="Payroll File"
      submitLabel="Save Template"
      size="large"
      form={form}
      dirty={form.dirty || preset !== ''}
      onClose={onClose}
    >
      <FilterSelect
        label="Start from"
        value={preset}
        options={[
          { value: '', label: template ? 'The template as it is' : 'Choose a preset' },
          ...Object.entries(payrollPresets).map(([value, { name }]) => ({ value, label: name })),
        ]}
        hint="Codes and numbers of a preset are examples: your payroll office knows yours"
        onChange={choose}
      />
      <SelectField name="lines" label="A line for each" options={lineOptions} />
      <Columns kinds={form.values.kinds} />
      <Kinds />
      <FieldGrid>
        <SelectField name="rounding_minutes" label="Round the total of a person to" options={stepOptions} />
        <SelectField name="rounding" label="Round" options={roundingOptions} />
        <SelectField name="separator" label="Between cells" options={separatorOptions} />
        <SelectField name="decimal_mark" label="Decimal mark" options={decimalOptions} />
        <SelectField name="dates" label="Days as" options={dateOptions} />
        <SelectField name="encoding" label="Encoding" options={encodingOptions} />
      </FieldGrid>
      <CheckboxField name="header" label="A header with the names of the columns" />
      <TextAreaField
        name="preamble"
        label="Lines above the table"
        rows={3}
        hint="Only where the payroll program asks for them. {month} becomes the first day of the month"
      />
      <FieldGrid>
        <TextField
          name="mail_day"
          label="Mail it on day"
          type="number"
          min={0}
          max={28}
          hint="Of the next month, 1 to 28; 0 for never. Each month once"
        />
        <TextField name="mail_to" label="Mail it to" hint="Addresses, separated by commas" />
      </FieldGrid>
      <p>
        <Button
          disabledReason={isSound ? undefined : 'Please save to see what is missing'}
          onClick={() => setPreviewed(templateOf(form.values))}
        >
          Preview This Template
        </Button>
      </p>
      {previewed && <PayrollPreview companyId={id} template={previewed} month={month} />}
    </FormDialog>
  );
}

function presetOf(name: string): StoredTemplate {
  const preset = payrollPresets[name];
  if (!preset) throw new Error(`No such preset: ${name}`);
  return { ...preset.template, mail_day: 0, mail_to: '' };
}

const isColumns = (value: unknown): value is readonly PayrollColumn[] => Array.isArray(value);
const isKinds = (value: unknown): value is readonly TimeKind[] => Array.isArray(value);

function Columns({ kinds }: { kinds: readonly TimeKind[] }) {
  const { value: columns, change, error } = useFormValue('columns', isColumns);
  const kindOptions = [
    { value: '', label: 'Of the line' },
    ...kinds.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code })),
  ];
  return (
    <Rows
      title="Columns"
      noun="Column"
      rows={columns}
      empty={{ name: '', source: 'text', unit: 'decimal', text: '' }}
      error={error}
      onChange={change}
    >
      {(column, set, label) => (
        <>
          <RowText label={`${label}: name`} value={column.name} onChange={(name) => set({ name })} />
          <FilterSelect
            label={`${label}: content`}
            value={column.source}
            options={sourceOptions}
            onChange={(source) => set({ source, text: '' })}
          />
          {sourceHasUnit(column.source) && (
            <FilterSelect
              label={`${label}: format`}
              value={column.unit}
              options={unitOptions}
              onChange={(unit) => set({ unit: payrollUnits.find((each) => each === unit) ?? 'decimal' })}
            />
          )}
          {column.source === 'time' && (
            <FilterSelect
              label={`${label}: kind`}
              value={column.text}
              options={kindOptions}
              onChange={(text) => set({ text })}
            />
          )}
          {column.source === 'text' && (
            <RowText label={`${label}: text`} value={column.text} onChange={(text) => set({ text })} />
          )}
        </>
      )}
    </Rows>
  );
}

function Kinds() {
  const { value: kinds, change, error } = useFormValue('kinds', isKinds);
  return (
    <Rows
      title="Kinds of time"
      noun="Kind"
      rows={kinds}
      empty={{ code: '', name: '', counts: 'band', from: '22:00', until: '06:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }}
      error={error}
      onChange={change}
    >
      {(kind, set, label) => (
        <>
          <RowText label={`${label}: code`} value={kind.code} onChange={(code) => set({ code })} />
          <RowText label={`${label}: name`} value={kind.name} onChange={(name) => set({ name })} />
          <FilterSelect
            label={`${label}: counts`}
            value={kind.counts}
            options={countOptions}
            onChange={(counts) => set({ counts: kindCounts.find((each) => each === counts) ?? 'all' })}
          />
          {kind.counts === 'band' && (
            <>
              <RowText label={`${label}: from`} type="time" value={kind.from} onChange={(from) => set({ from })} />
              <RowText label={`${label}: until`} type="time" value={kind.until} onChange={(until) => set({ until })} />
              <FilterSelect
                label={`${label}: begins on`}
                value={kind.weekdays.join()}
                options={daysOptions(kind.weekdays.join())}
                onChange={(days) => set({ weekdays: days.split(',').map(Number) })}
              />
            </>
          )}
        </>
      )}
    </Rows>
  );
}

/** What payroll usually asks for. */
const usualDays = [
  { value: '1,2,3,4,5,6,7', label: 'Every day' },
  { value: '1,2,3,4,5', label: 'Monday to Friday' },
  { value: '6,7', label: 'Saturday and Sunday' },
  { value: `7,${freeDayMark}`, label: 'Sunday and free days' },
  { value: `${freeDayMark}`, label: 'Free days' },
  ...weekdayOptions.map(({ value, label }) => ({ value: `${value}`, label })),
];

/** What a template has besides stays. */
const daysOptions = (own: string) =>
  usualDays.some(({ value }) => value === own) ? usualDays : [...usualDays, { value: own, label: `Days ${own}` }];

interface RowsProps<Row> {
  title: string;
  noun: string;
  rows: readonly Row[];
  empty: Row;
  error: string | undefined;
  onChange(rows: readonly Row[]): void;
  children(row: Row, set: (change: Partial<Row>) => void, label: string): ReactNode;
}

/** Rows in an order that can be changed. */
function Rows<Row>({ title, noun, rows, empty, error, onChange, children }: RowsProps<Row>) {
  const errorId = useId();
  const swap = (index: number) =>
    onChange(rows.map((row, at) => (at === index ? rows[index - 1] : at === index - 1 ? rows[index] : row) ?? row));
  return (
    <fieldset className={layout.stack2} aria-describedby={error && errorId}>
      <legend>{title}</legend>
      {rows.map((row, index) => {
        const label = `${noun} ${index + 1}`;
        return (
          <div key={index} className={s.row}>
            {children(
              row,
              (change) => onChange(rows.map((each, at) => (at === index ? { ...each, ...change } : each))),
              label,
            )}
            <Button size="small" aria-label={`Move ${label} up`} disabled={index === 0} onClick={() => swap(index)}>
              ↑
            </Button>
            <Button
              kind="quiet"
              icon={<ActionIcon name="trash" />}
              aria-label={`Remove ${label}`}
              title="Remove"
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      {error && (
        <p id={errorId} role="alert" className={s.problem}>
          <StatusIcon name="warning" /> {error}
        </p>
      )}
      <span>
        <Button size="small" icon={<ActionIcon name="plus" />} onClick={() => onChange([...rows, empty])}>
          {`Add ${noun}`}
        </Button>
      </span>
    </fieldset>
  );
}

interface RowTextProps {
  label: string;
  value: string;
  type?: 'text' | 'time';
  onChange(value: string): void;
}

const RowText = ({ label, value, type = 'text', onChange }: RowTextProps) => (
  <FilterField label={label}>
    {(control) => <input {...control} type={type} value={value} onChange={(event) => onChange(event.target.value)} />}
  </FilterField>
);
