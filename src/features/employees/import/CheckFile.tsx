// A file that was read: how it is read, its company, and what the import would do with each row.

import { useEffect, useRef } from 'react';
import { type Companies, companyOptions } from '../../../platform/lists/useCompanies.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import type { CsvFile } from './csvFile.ts';
import { FileReport } from './FileReport.tsx';
import { FileSettings } from './FileSettings.tsx';
import { ReadingFile } from './ReadingFile.tsx';
import type { ReportedRow } from './rowStatus.ts';
import type { CheckedFile } from './useCheckedFile.ts';
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
  // The field that rows were pasted into is gone.
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
      <div className={s.file}>
        <p ref={title} tabIndex={-1}>
          <strong>{file.name}</strong>: {plural(file.rows.length, 'row')}
        </p>
        <Button size="small" onClick={onAnother}>
          Choose Another File
        </Button>
      </div>
      {reading.status === 'reading' && <ReadingFile {...reading} />}
      {reading.status === 'failed' && <Banner tone="bad">{reading.message}</Banner>}
      {companies.error && <Banner tone="warning">{companies.error}</Banner>}
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
