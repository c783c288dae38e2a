// Result of the last sync started from this page, with its first errors.

import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import type { HrState } from '../../../shared/contract/queries.ts';
import type { SyncResult } from '../../../shared/contract/hr.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { ErrorList, type Figure, Figures, RecordCount } from '../Figures.tsx';
import type { LastSync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as figures from '../Figures.module.css';
import * as s from './HrSyncScreen.module.css';

const shownErrors = 5;

export function LastResults({ last }: { last: LastSync | undefined }) {
  return (
    <div className={last ? undefined : s.noResults}>
      <Panel title="Last Sync Results">
        {last ? <Results {...last} /> : <p className={layout.muted}>No sync since you opened this page.</p>}
      </Panel>
    </div>
  );
}

function Results({ what, company, date, result }: LastSync) {
  const { errors } = result;
  return (
    <div className={layout.stack3}>
      <p className={layout.muted}>
        Synced {what}, {date || 'today'}
      </p>
      <Figures items={resultFigures(result, company)} />
      {errors.length > 0 && <Errors errors={errors} date={date} />}
    </div>
  );
}

/** Company and record before the reason, as in 'Alder: Employee 00042, check-in at 2026-05-12 08:00:00: No answer'. */
const subject = /^(?:.{0,255}?: )?Employee .{1,255}?, check-(?:in|out) at [\d: -]{19}: /;
const reasonIn = (error: string): string => error.replace(subject, '');

/** The five reasons of most errors. */
function Errors({ errors, date }: { errors: readonly string[]; date: string }) {
  const groups = [...Map.groupBy(errors, reasonIn)].sort(([, one], [, other]) => other.length - one.length);
  const firstGroups = groups.slice(0, shownErrors);
  const rest = errors.length - firstGroups.reduce((sum, [, equal]) => sum + equal.length, 0);
  return (
    <>
      <ul aria-label="Errors" className={figures.errors}>
        {firstGroups.map(([reason, equal]) => (
          <li key={reason}>{equal.length === 1 ? equal[0] : <Equal reason={reason} errors={equal} />}</li>
        ))}
      </ul>
      {rest > 0 && <p>... and {rest} more errors</p>}
      <Button icon={<Icon name="download" />} className={s.start} onClick={() => saveErrors(errors, date)}>
        Save All Errors
      </Button>
    </>
  );
}

const shownOfEqual = 20;

function Equal({ reason, errors }: { reason: string; errors: readonly string[] }) {
  const rest = errors.length - shownOfEqual;
  return (
    <details>
      <summary>
        {reason} — {groupDigits(errors.length)} errors
      </summary>
      <ErrorList errors={errors.slice(0, shownOfEqual)} />
      {rest > 0 && <p>... and {groupDigits(rest)} more errors</p>}
    </details>
  );
}

function saveErrors(errors: readonly string[], date: string): void {
  const content = new Blob([errors.join('\n'), '\n'], { type: 'text/plain' });
  saveFile(content, `hr_sync_errors_${date || 'today'}.txt`);
}

/**
 * Links a company's counts to its records where a state and a day select exactly these: records accepted or rejected
 * now have the same state as those from before.
 */
function resultFigures(result: SyncResult, company: number | undefined): Figure[] {
  const { date, success, failed, rejected, already_sent, rejected_before, held_back, total } = result;

  /** `others` counts records of the same state. */
  function counted(label: string, value: number | undefined, state?: HrState, others: number | undefined = 0): Figure {
    if (!value || !date || company === undefined || others > 0) return { label, value };
    const of = `${value === 1 ? 'record' : 'records'} of ${date}: ${label}`;
    return { label, value, shown: <RecordCount count={value} company={company} state={state} day={date} of={of} /> };
  }
  return [
    counted('Successful', success, 'sent', already_sent),
    { label: 'Failed', value: failed },
    ...(rejected !== undefined && failed > 0
      ? [counted('Will retry', failed - rejected, 'waiting'), counted('Rejected', rejected, 'failed', rejected_before)]
      : []),
    counted('Sent before', already_sent, 'sent', success),
    counted('Rejected before', rejected_before, 'failed', rejected),
    { label: 'Held back', value: held_back },
    counted('Total', total),
  ];
}
