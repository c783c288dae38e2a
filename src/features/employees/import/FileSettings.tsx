// How the file is read, and which of its columns is which: found out, and to be changed by hand.

import type { ReactNode } from 'react';
import type { Encoding, Separator } from '../../../platform/csv/readCsv.ts';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import type { Option } from '../../../platform/ui/option.ts';
import type { CsvFile, Settings } from './csvFile.ts';
import { fieldNames, type Columns, type Field } from './fields.ts';
import * as s from './ImportDialog.module.css';

const separatorNames: Readonly<Record<Separator, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };
const encodingNames: Readonly<Record<Encoding, string>> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' };

const optionsOf = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

function keyOf<K extends string>(names: Readonly<Record<K, string>>, value: string): K | undefined {
  return Object.keys(names).find((key): key is K => key === value);
}

interface FileSettingsProps {
  file: CsvFile;
  fields: readonly Field[];
  columns: Columns;
  isOpen: boolean;
  onColumn(field: Field, column: number | undefined): void;
  onSettings(settings: Partial<Settings>): void;
  /** The choice of a company, where the file has a column of companies. */
  company: ReactNode;
}

export function FileSettings({ file, fields, columns, isOpen, onColumn, onSettings, company }: FileSettingsProps) {
  const { settings } = file;
  const options = columnOptions(file);
  return (
    <details className={s.settings} open={isOpen}>
      <summary>{describe(file, fields, columns)}</summary>
      <FieldGrid>
        {fields.map((field) => (
          <FilterSelect
            key={field}
            label={fieldNames[field].label}
            value={String(columns[field] ?? '')}
            options={options}
            onChange={(value) => onColumn(field, value === '' ? undefined : Number(value))}
          />
        ))}
        {company}
        <FilterSelect
          label="Column Names"
          value={settings.hasHeader ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: 'In the first row' },
            { value: 'no', label: 'None' },
          ]}
          onChange={(value) => onSettings({ hasHeader: value === 'yes' })}
        />
        <FilterSelect
          label="Separator"
          value={settings.separator}
          options={optionsOf(separatorNames)}
          onChange={(value) => onSettings({ separator: keyOf(separatorNames, value) })}
        />
        <FilterSelect
          label="Encoding"
          value={settings.encoding}
          options={optionsOf(encodingNames)}
          onChange={(value) => onSettings({ encoding: keyOf(encodingNames, value) })}
        />
      </FieldGrid>
    </details>
  );
}

const longest = 30;
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Each column by its name, or by what its first row has. */
function columnOptions({ header, rows: [first] }: CsvFile): Option[] {
  const example = (column: number) => first?.cells[column]?.trim() ?? '';
  const width = header?.cells.length ?? first?.cells.length ?? 0;
  const options = Array.from({ length: width }, (_, column) => {
    const name = header?.cells[column]?.trim() || `Column ${column + 1}`;
    return { value: String(column), label: shortened(header ? name : `${name}: ${example(column)}`) };
  });
  return [{ value: '', label: 'Not in the file' }, ...options];
}

function describe({ header }: CsvFile, fields: readonly Field[], columns: Columns): string {
  const used = fields.filter((field) => columns[field] !== undefined);
  const read = `Columns: ${used.map((field) => fieldNames[field].label).join(', ') || 'none recognised'}.`;
  const taken = new Set(Object.values(columns));
  const unused = (header?.cells ?? []).filter((name, column) => name.trim() !== '' && !taken.has(column));
  if (unused.length === 0) return read;
  const named = unused.slice(0, 5).map(shortened).join(', ');
  return `${read} Not imported: ${named}${unused.length > 5 ? ` and ${unused.length - 5} more` : ''}.`;
}
