// The template of a company's payroll file: how lines and columns look, which kinds of time there are, and whether it
// is mailed. It can start from a preset, and be previewed before it is saved.

import { useId, useState } from 'react';
import { useFormValue, useKnownField } from '../../platform/hooks/formState.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { EditNotes } from '../../platform/records/edits/EditNotes.tsx';
import { useEdit } from '../../platform/records/edits/useEdit.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { FilterField } from '../../platform/ui/filters/FilterField.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { labelOf, type Option, optionsOf } from '../../platform/ui/option.ts';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { StatusIcon } from '../../platform/ui/StatusIcon.tsx';
import {
  dateForms,
  freeDayMark,
  roundingSteps,
  type StoredTemplate,
  sourceHasUnit,
  storedTemplate,
  storedTemplateRules,
} from '../../shared/contract/payroll.ts';
import { payrollPresets } from '../../shared/contract/payrollPresets.ts';
import { validate } from '../../shared/contract/validate.ts';
import { weekdayOptions } from '../workday/weekdays.ts';
import { PayrollPreview } from './PayrollPreview.tsx';
import * as field from '../../platform/ui/forms/Field.module.css';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './PayrollDialog.module.css';

interface PayrollDialogProps {
  companyId: number;
  template: StoredTemplate | null;
  /** The month to preview. */
  month: string;
  onClose(): void;
}

/** Fields hold numbers as text, which the template's decoder reads. */
const valuesOf = ({ version: _, ...template }: StoredTemplate) => ({
  ...template,
  rounding_minutes: String(template.rounding_minutes),
  mail_day: String(template.mail_day),
});

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
  const edit = useEdit('PUT /companies/{id}/payroll', {
    record: template ?? presetOf('csv'),
    valuesOf,
    args: (values, version) => ({ id, body: { ...storedTemplate(values), version } }),
    read: async (api) => (await api('GET /companies/{id}/payroll', { id })).data.template ?? undefined,
    whileOpen: onClose,
  });
  const begin = valuesOf(edit.record);
  const form = useForm({ initial: begin, rules: storedTemplateRules, send: edit.send, action: edit });
  function choose(name: string) {
    setPreset(name);
    const { mail_day, mail_to } = form.values;
    form.restart({ ...(name ? valuesOf(presetOf(name)) : begin), mail_day, mail_to });
  }
  const isSound = Object.keys(validate(storedTemplateRules, form.values)).length === 0;
  return (
    <FormDialog
      title="Payroll File"
      submitLabel="Save Template"
      size="large"
      form={form}
      dirty={JSON.stringify(form.values) !== JSON.stringify(begin)}
      onClose={onClose}
    >
      <EditNotes conflict={edit.conflict} form={form} />
      <FilterSelect
        label="Start from"
        value={preset}
        options={[
          ...(template ? [{ value: '', label: 'The template as it is' }] : []),
          ...Object.entries(payrollPresets).map(([value, { name }]) => ({ value, label: name })),
        ]}
        hint="Codes and numbers of a preset are examples: your payroll office knows yours"
        onChange={choose}
      />
      <SelectField name="lines" label="A line for each" options={lineOptions} />
      <Rows
        name="columns"
        title="Columns"
        noun="Column"
        empty={{ name: '', source: 'text', unit: 'decimal', text: '' }}
        cellsOf={(column) => cellsOfColumn(column, form.values.kinds)}
      />
      <Rows name="kinds" title="Kinds of time" noun="Kind" empty={emptyKind} cellsOf={cellsOfKind} />
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
          hint="Of the next month, 1 to 28; 0 for never. Each month once, and none whose day is already past"
        />
        <TextField name="mail_to" label="Mail it to" hint="Addresses, separated by commas" />
      </FieldGrid>
      <p>
        <Button
          disabledReason={isSound ? undefined : 'Please save to see what is missing'}
          onClick={() => setPreviewed(storedTemplate(form.values))}
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

type Row = Readonly<Record<string, string | readonly number[]>>;

interface Cell {
  /** The field of the row that it edits. */
  name: string;
  label: string;
  isTime?: boolean;
  options?: readonly Option[];
  /** What a change resets. */
  resets?: Row;
}

const cellsOfColumn = ({ source }: Row, kinds: StoredTemplate['kinds']): Cell[] => [
  { name: 'name', label: 'name' },
  { name: 'source', label: 'content', options: sourceOptions, resets: { text: '' } },
  ...(sourceHasUnit(String(source)) ? [{ name: 'unit', label: 'format', options: unitOptions }] : []),
  ...(source === 'time' ? [{ name: 'text', label: 'kind', options: kindOptions(kinds) }] : []),
  ...(source === 'text' ? [{ name: 'text', label: 'text' }] : []),
];

const kindOptions = (kinds: StoredTemplate['kinds']): Option[] => [
  { value: '', label: 'Of the line' },
  ...kinds.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code })),
];

const emptyKind = {
  code: '',
  name: '',
  counts: 'band',
  from: '22:00',
  until: '06:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
};

function cellsOfKind({ counts, weekdays }: Row): Cell[] {
  const ofAll = [
    { name: 'code', label: 'code' },
    { name: 'name', label: 'name' },
    { name: 'counts', label: 'counts', options: countOptions },
  ];
  if (counts !== 'band') return ofAll;
  return [
    ...ofAll,
    { name: 'from', label: 'from', isTime: true },
    { name: 'until', label: 'until', isTime: true },
    { name: 'weekdays', label: 'begins on', options: daysOptions(String(weekdays)) },
  ];
}

/** Lists the usual choices, and the template's own if it is another. */
function daysOptions(own: string): Option[] {
  const usual = [
    { value: '1,2,3,4,5,6,7', label: 'Every day' },
    { value: '1,2,3,4,5', label: 'Monday to Friday' },
    { value: '6,7', label: 'Saturday and Sunday' },
    { value: `7,${freeDayMark}`, label: 'Sunday and free days' },
    { value: `${freeDayMark}`, label: 'Free days' },
    ...weekdayOptions.map(({ value, label }) => ({ value: `${value}`, label })),
  ];
  return usual.some(({ value }) => value === own) ? usual : [...usual, { value: own, label: `Days ${own}` }];
}

const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value);

interface RowsProps {
  name: 'columns' | 'kinds';
  title: string;
  noun: string;
  empty: Row;
  cellsOf(row: Row): readonly Cell[];
}

/** Edits rows of the surrounding form, whose order can be changed. */
function Rows({ name, title, noun, empty, cellsOf }: RowsProps) {
  const { value: rows, change, error } = useFormValue(name, isRows);
  useKnownField(name, { label: title, isSecret: false, inWords: (other) => rowsInWords(other, cellsOf) });
  const errorId = useId();
  return (
    <fieldset className={layout.stack2} aria-describedby={error && errorId}>
      <legend className={s.legend}>{title}</legend>
      {rows.map((row, index) => {
        const label = `${noun} ${index + 1}`;
        return (
          <div key={index} className={`${layout.row} ${s.row}`}>
            {cellsOf(row).map((cell) => (
              <RowCell
                key={cell.label}
                {...cell}
                label={`${label}: ${cell.label}`}
                value={row[cell.name] ?? ''}
                onChange={(value) => change(rows.with(index, { ...row, ...cell.resets, [cell.name]: value }))}
              />
            ))}
            <span className={layout.row}>
              <Button
                size="small"
                aria-label={`Move ${label} up`}
                disabledReason={index === 0 ? `${label} is the first` : undefined}
                onClick={({ currentTarget }) => {
                  change(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row));
                  // Move the focus along, so that the same key moves the row further.
                  currentTarget.closest('div')?.previousElementSibling?.querySelector('button')?.focus();
                }}
              >
                ↑
              </Button>
              <Button
                kind="quiet"
                icon={<ActionIcon name="trash" />}
                aria-label={`Remove ${label}`}
                title="Remove"
                onClick={() => change(rows.toSpliced(index, 1))}
              />
            </span>
          </div>
        );
      })}
      {error && (
        <p id={errorId} role="alert" className={field.error}>
          <StatusIcon name="warning" /> {error}
        </p>
      )}
      <span>
        <Button size="small" icon={<ActionIcon name="plus" />} onClick={() => change([...rows, empty])}>
          {`Add ${noun}`}
        </Button>
      </span>
    </fieldset>
  );
}

function rowsInWords(rows: unknown, cellsOf: RowsProps['cellsOf']): string {
  const inWords = (row: Row) =>
    cellsOf(row).map(({ name, options }) => {
      const text = String(row[name]);
      return options ? labelOf(options, text) : text;
    });
  return isRows(rows) ? rows.map((row) => inWords(row).filter(Boolean).join(' ')).join('; ') : '';
}

interface RowCellProps extends Cell {
  value: Row[string];
  onChange(value: Row[string]): void;
}

function RowCell({ label, isTime = false, options, value, onChange }: RowCellProps) {
  const text = String(value);
  const change = (next: string) => onChange(typeof value === 'string' ? next : next.split(',').map(Number));
  if (options) return <FilterSelect label={label} value={text} options={options} onChange={change} />;
  return (
    <FilterField label={label}>
      {(control) => (
        <input
          {...control}
          type={isTime ? 'time' : 'text'}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FilterField>
  );
}
