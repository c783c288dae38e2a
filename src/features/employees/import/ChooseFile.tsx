// Asks where the employees come from: a file, dropped or chosen, or rows pasted from a spreadsheet.

import { useState } from 'react';
import { writeCsv } from '../../../platform/csv/writeCsv.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { FilterField } from '../../../platform/ui/filters/FilterField.tsx';
import { FileButton } from '../../../platform/ui/forms/FileButton.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { type Field, labels } from './columns.ts';
import type { FileControls } from './useCheckedFile.ts';
import * as fileButton from '../../../platform/ui/forms/FileButton.module.css';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ImportDialog.module.css';

interface ChooseFileProps {
  file: FileControls;
  fields: readonly Field[];
}

export function ChooseFile({ file: { reading, open, paste }, fields }: ChooseFileProps) {
  const [typed, setTyped] = useState('');
  return (
    <>
      {reading.status === 'failed' && <Banner tone="bad">{reading.message}</Banner>}
      {reading.status === 'reading' && <ReadingFile {...reading} />}
      <FilterField label="Paste rows from a spreadsheet">
        {(control) => (
          <textarea
            {...control}
            rows={6}
            className={`${control.className} ${s.paste}`}
            placeholder={'Employee ID, Name, Email …'}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain');
              if (typed !== '' || text === '') return;
              event.preventDefault();
              paste(text);
            }}
          />
        )}
      </FilterField>
      {typed.trim() !== '' && (
        <div>
          <Button kind="primary" onClick={() => paste(typed)}>
            Check Rows
          </Button>
        </div>
      )}
      <div className={fileButton.drop}>
        <p>Or drop a CSV file here, or choose one.</p>
        <div className={layout.wrap}>
          <FileButton label="CSV file" accept=".csv,.tsv,.txt,text/csv" onFile={open} />
          <Button kind="quiet" icon={<Icon name="download" />} onClick={() => saveTemplate(fields)}>
            Download Template
          </Button>
        </div>
      </div>
      <p className={layout.muted}>
        Every row is checked first, and nothing is stored until you agree. Employees are recognised by company and
        employee ID.
      </p>
    </>
  );
}

function saveTemplate(fields: readonly Field[]) {
  const titles = fields.filter((field) => field !== 'first_name' && field !== 'last_name');
  saveFile(writeCsv([titles.map((field) => labels[field])]), 'employees-template.csv');
}

export function ReadingFile({ name, part }: { name: string; part: number }) {
  return <Progress label={`Reading ${name}`} value={part} max={1} detail={`${Math.round(part * 100)} %`} />;
}
