// Imports employees from a CSV file or a spreadsheet: choose, check, import, report.

import { useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { CompanyFirst, hasNoCompany } from '../../../platform/lists/CompanyFirst.tsx';
import type { Companies } from '../../../platform/lists/useCompanies.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { CheckFile } from './CheckFile.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';
import { isLeft, notImported, reportRow } from './rowStatus.ts';
import { saveRefused } from './saveRefused.ts';
import { useCheckedFile } from './useCheckedFile.ts';
import { tasksOf, useImport } from './useImport.ts';
import * as s from './ImportDialog.module.css';

interface ImportDialogProps {
  /** The company that the list is filtered by, or ''. */
  companyId: string;
  companies: Companies;
  onClose(): void;
}

export function ImportDialog(props: ImportDialogProps) {
  if (!hasNoCompany(props.companies)) return <Import {...props} />;
  return <CompanyFirst title={title} what="Employees" close={props.onClose} />;
}

const title = 'Import Employees';

function Import({ companyId, companies, onClose }: ImportDialogProps) {
  const checked = useCheckedFile(companyId, companies);
  const { file, controls } = checked;
  const { state, start, cancel, clear } = useImport();
  const isEnded = state.status === 'ended';
  const plan = isEnded ? state.plan : checked.plan;
  const results = isEnded ? state.results : undefined;
  const rows = useMemo(() => plan?.rows.map((row) => reportRow(row, results)) ?? [], [plan, results]);
  const refused = useMemo(() => notImported(rows), [rows]);
  const hasLeft = isEnded && refused.some(isLeft);
  const tasks = useMemo(() => (plan ? tasksOf(plan) : []), [plan]);
  const [saved, setSaved] = useState<typeof refused>();

  function chooseAnother() {
    clear();
    controls.clear();
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped && state.status === 'idle') controls.open(dropped);
  }

  const save = file && refused.length > 0 && (
    <Button
      onClick={() => {
        saveRefused(file, refused);
        setSaved(refused);
      }}
    >
      {hasLeft ? 'Save Rows Not Imported' : 'Save Refused Rows'}
    </Button>
  );

  function footer(requestClose: () => void): ReactNode {
    switch (state.status) {
      case 'running':
        return (
          <Button busy={state.stopping} onClick={cancel}>
            Cancel
          </Button>
        );
      case 'ended':
        return (
          <>
            <Button onClick={chooseAnother}>Import Another File</Button>
            {save}
            <Button kind={hasLeft ? 'secondary' : 'primary'} onClick={requestClose}>
              Close
            </Button>
            {hasLeft && (
              <Button kind="primary" onClick={() => start(state.plan)}>
                {state.stopped ? 'Retry' : 'Continue'}
              </Button>
            )}
          </>
        );
      case 'idle':
        return (
          <>
            <Button onClick={requestClose}>Cancel</Button>
            {save}
            {plan && tasks.length > 0 && (
              <Button kind="primary" onClick={() => start(plan)}>
                {importLabel(tasks.length)}
              </Button>
            )}
          </>
        );
    }
  }

  return (
    <Dialog
      title={title}
      size="large"
      dirty={state.status === 'running' || (isEnded && refused.length > 0 && saved !== refused)}
      question={state.status === 'running' ? stopQuestion : leaveQuestion}
      footer={footer}
      // Stopping ends with a report of what was done.
      onClose={state.status === 'running' ? cancel : onClose}
    >
      <div className={s.parts} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {state.status === 'running' && <ImportProgress {...state} />}
        {isEnded && <ImportResult rows={rows} stopped={state.stopped} />}
        {state.status === 'idle' &&
          (file ? (
            <CheckFile checked={checked} file={file} rows={rows} companies={companies} onAnother={chooseAnother} />
          ) : (
            <ChooseFile file={controls} fields={checked.fields} />
          ))}
      </div>
    </Dialog>
  );
}

const importLabel = (count: number) => `Import ${plural(count, 'Employee')}`;

const stopQuestion = {
  title: 'Stop the import?',
  message: 'You will see which rows were imported, and can continue with the rest.',
  keep: 'Keep Importing',
  discard: 'Stop Import',
};

const leaveQuestion = {
  title: 'Close without the refused rows?',
  message: 'Some rows were not imported, and have not been saved to a file.',
  keep: 'Go Back',
  discard: 'Close',
};
