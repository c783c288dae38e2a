// Imports employees from a CSV file or a spreadsheet: choose, check, import, report.

import { type DragEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { touchedBy } from '../../../platform/api/calls.ts';
import { extractRows } from '../../../platform/csv/readCsv.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { hasNoCompany, NoCompanyDialog } from '../../../platform/lists/NoCompanyDialog.tsx';
import type { Companies } from '../../../platform/lists/useCompanies.ts';
import { can, hasFeature } from '../../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { CheckFile } from './CheckFile.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import type { CsvFile } from './csvFile.ts';
import type { Plan } from './plan.ts';
import { RowList } from './RowList.tsx';
import { isUnfinished, notImported, type ReportedRow, type RowStatus, reportRow } from './rowStatus.ts';
import { type Results, runImport, type Task } from './runImport.ts';
import { useCheckedFile } from './useCheckedFile.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

interface ImportDialogProps {
  /** The company that the list is filtered by, or ''. */
  companyId: string;
  companies: Companies;
  onClose(): void;
}

export default function ImportDialog(props: ImportDialogProps) {
  if (!hasNoCompany(props.companies)) return <Import {...props} />;
  return <NoCompanyDialog title={title} what="Employees" close={props.onClose} />;
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
  const hasLeft = isEnded && refused.some(isUnfinished);
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
      // While it runs, closing only stops the import: a report of what was done follows.
      onClose={state.status === 'running' ? cancel : onClose}
    >
      <div className={layout.stack4} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
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

function ImportProgress({ stopping, done, failed, total }: Extract<ImportState, { status: 'running' }>) {
  const texts = [`${groupDigits(done)} of ${groupDigits(total)} employees`];
  if (failed > 0) texts.push(`${groupDigits(failed)} failed`);
  return (
    <Progress
      label={stopping ? 'Finishing the rows under way' : 'Importing'}
      value={done + failed}
      max={total}
      detail={texts.join(', ')}
    />
  );
}

interface ImportResultProps {
  rows: readonly ReportedRow[];
  /** Why it ended early; '' if the user cancelled it. */
  stopped: string | undefined;
}

/** Tells what the import did, in a sentence and row by row. */
function ImportResult({ rows, stopped }: ImportResultProps) {
  const message = useMemo(() => describe(rows), [rows]);
  const tone = stopped ? 'bad' : message.isWhole ? 'good' : 'warning';
  const ending = stopped ? `The import stopped. ${stopped} ` : stopped === '' ? 'The import was cancelled. ' : '';
  return (
    <>
      <Banner tone={tone}>{ending + message.text}</Banner>
      <RowList rows={rows} />
    </>
  );
}

function describe(rows: readonly ReportedRow[]): { text: string; isWhole: boolean } {
  const count = (...wanted: RowStatus[]) => rows.filter(({ status }) => wanted.includes(status)).length;
  const parts = [`${plural(count('created'), 'employee')} created`, `${groupDigits(count('changed'))} changed`];
  const more: [number, string][] = [
    [count('nothing'), 'unchanged'],
    [count('refused'), 'refused'],
    [count('failed'), 'failed'],
    [count('unclear'), 'not confirmed'],
    [count('left'), 'not imported'],
  ];
  const text = [
    ...parts,
    ...more.filter(([number]) => number > 0).map(([number, what]) => `${groupDigits(number)} ${what}`),
  ];
  return { text: `${text.join(', ')}.`, isWhole: count('failed', 'unclear', 'left', 'refused') === 0 };
}

/** Saves rows as a file like the original, byte for byte, to correct and import again. */
function saveRefused({ name, bytes, header, settings }: CsvFile, rows: readonly ReportedRow[]): void {
  const [, base = name, ending] = /^(.*)(\.\w+)$/.exec(name) ?? [];
  const file = extractRows(
    bytes,
    header,
    rows.map(({ planned }) => planned.row),
  );
  saveFile(file, `${base} - refused${ending ?? (settings.separator === '\t' ? '.tsv' : '.csv')}`);
}

// Runs the import of a plan: once, or again for the rows that are left.

type ImportState =
  | { status: 'idle' }
  | { status: 'running'; stopping: boolean; done: number; failed: number; total: number }
  /** `stopped`: why it ended early; '' if the user cancelled it. */
  | { status: 'ended'; plan: Plan; results: Results; stopped: string | undefined };

const showEveryMs = 100;

function useImport() {
  const { api, queries } = useConnection();
  const user = useUser();
  const rights = { mayEditId: can(user, 'employees.edit_id'), isVersioned: hasFeature(user, 'versions') };
  const [state, setState] = useState<ImportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      running.current?.abort();
    };
  }, []);

  async function run(plan: Plan, results: Results) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const tasks = tasksOf(plan);
    let shownAt = 0;
    const show = () =>
      setState({ status: 'running', stopping: signal.aborted, total: tasks.length, ...tally(results) });
    function onProgress() {
      if (performance.now() - shownAt < showEveryMs) return;
      shownAt = performance.now();
      show();
    }
    show();
    signal.addEventListener('abort', show);
    const stopped = await runImport(api, { tasks, results, rights, signal, onProgress });
    running.current = null;
    queries.invalidate(touchedBy('POST /employees'));
    const isCancelled = signal.aborted && results.size < tasks.length;
    if (isShown.current)
      setState({ status: 'ended', plan, results, stopped: stopped ?? (isCancelled ? '' : undefined) });
    else toast.bad(`The import was stopped. ${tally(results).done} of ${tasks.length} employees were imported.`);
  }

  return {
    state,
    start: (plan: Plan) => void run(plan, state.status === 'ended' ? state.results : new Map()),
    cancel: () => running.current?.abort(),
    clear: () => setState({ status: 'idle' }),
  };
}

const tasksOf = ({ rows }: Plan): Task[] =>
  rows.filter((row): row is Task => row.outcome === 'create' || row.outcome === 'change');

function tally(results: Results): { done: number; failed: number } {
  const count = (wanted: string) => [...results.values()].filter(({ state }) => state === wanted).length;
  return { done: count('done'), failed: count('failed') };
}
