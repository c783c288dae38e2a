// Shows a file that was read: how it is read, its company, and what the import would do with each row.

import { type ReactNode, useEffect, useRef } from 'react';
import type { Encoding, Separator } from '../../../platform/csv/readCsv.ts';
import { type Companies, companyOptions } from '../../../platform/lists/useCompanies.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { type Option, optionsOf } from '../../../platform/ui/option.ts';
import { plural, unreadNote } from '../../../shared/words/plural.ts';
import { ReadingFile } from './ChooseFile.tsx';
import { type Columns, type Field, labels } from './columns.ts';
import type { CsvFile, Settings } from './csvFile.ts';
import { RowList } from './RowList.tsx';
import type { ReportedRow } from './rowStatus.ts';
import type { CheckedFile, Planning } from './useCheckedFile.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ImportDialog.module.css';

interface CheckFileProps {
  checked: CheckedFile;
  file: CsvFile;
  rows: readonly ReportedRow[];
  companies: Companies;
  onAnother(): void;
}

export function CheckFile({ checked, file, rows, companies, onAnother }: CheckFileProps) {
  const { controls, fields, columns, choose, company, chooseCompany, missing, planning, retry } = checked;
  const { reading } = controls;
  const title = useRef<HTMLParagraphElement>(null);
  // Focus the title, since the field that rows were pasted into is gone.
  useEffect(() => title.current?.focus(), []);
  const companySelect = (label: string) => (
    <FilterSelect
      label={label}
      value={company ? String(company.id) : ''}
      options={[{ value: '', label: 'Choose a company' }, ...companyOptions(companies)]}
      missing={companies.missing}
      onChange={chooseCompany}
    />
  );
  return (
    <>
      <div className={`${layout.row} ${s.file}`}>
        <p ref={title} tabIndex={-1}>
          <strong>{file.name}</strong>: {plural(file.rows.length, 'row')}
        </p>
        <Button size="small" onClick={onAnother}>
          Choose Another File
        </Button>
      </div>
      {reading.status === 'reading' && <ReadingFile {...reading} />}
      {reading.status === 'failed' && <Banner tone="bad">{reading.message}</Banner>}
      {companies.error && (
        <Banner tone="warning" onRetry={companies.reload}>
          {companies.error}
        </Banner>
      )}
      {columns.company === undefined && companySelect('Company for All Rows')}
      <FileSettings
        file={file}
        fields={fields}
        columns={columns}
        isOpen={columns.employee_id === undefined}
        onColumn={choose}
        onSettings={controls.change}
        company={columns.company !== undefined && companySelect('Company for Rows Without One')}
      />
      <FileReport planning={planning} rows={rows} retry={retry} missing={missing} />
    </>
  );
}

interface FileReportProps {
  planning: Planning;
  rows: readonly ReportedRow[];
  retry(): void;
  /** Choices to be made first. */
  missing: readonly string[];
}

/** Shows what the import would do with each row. */
function FileReport({ planning, rows, retry, missing }: FileReportProps) {
  const plan = planning.status === 'planned' ? planning.plan : undefined;
  if (missing.length > 0) return <Banner tone="warning">{`Choose ${missing.join(' and ')}.`}</Banner>;
  if (planning.status === 'failed') {
    return (
      <Banner tone="bad" onRetry={retry}>
        {planning.message}
      </Banner>
    );
  }
  if (!plan) {
    const { what, done, total } = ('progress' in planning && planning.progress) || { what: 'rows', done: 0, total: 1 };
    const detail = what === 'rows' ? undefined : `Employees of ${done} of ${total} companies read`;
    return <Progress label="Checking rows" value={done} max={total} detail={detail} />;
  }
  const note = unreadNote(plan.unread);
  return (
    <>
      {note && <Banner tone="warning">{`Employees of the server are missing here. ${note}`}</Banner>}
      <p role="status" className={layout.muted}>
        Nothing has been stored. This is what the import would do now.
      </p>
      <RowList rows={rows} />
    </>
  );
}

const separatorNames: Readonly<Record<Separator, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };
const encodingNames: Readonly<Record<Encoding, string>> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' };

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
  /** The choice of a company for rows that name none, in a file with a column of companies. */
  company: ReactNode;
}

/** Shows how the file is read and what its columns are, as detected. Each can be changed by hand. */
function FileSettings({ file, fields, columns, isOpen, onColumn, onSettings, company }: FileSettingsProps) {
  const { settings, header } = file;
  const options = columnOptions(file);
  return (
    <details className={s.settings} open={isOpen}>
      <summary>{describe(file, fields, columns)}</summary>
      <FieldGrid>
        {fields.map((field) => (
          <FilterSelect
            key={field}
            label={labels[field]}
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
            { value: 'yes', label: header && header.line > 1 ? `In line ${header.line}` : 'In the first row' },
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

/** Names each column by its header, or by its number and first cell if there is none. */
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
  const read = `Columns: ${used.map((field) => labels[field]).join(', ') || 'none recognised'}.`;
  const taken = new Set(Object.values(columns));
  const unused = (header?.cells ?? []).filter((name, column) => name.trim() !== '' && !taken.has(column));
  if (unused.length === 0) return read;
  const named = unused.slice(0, 5).map(shortened).join(', ');
  return `${read} Not imported: ${named}${unused.length > 5 ? ` and ${unused.length - 5} more` : ''}.`;
}
