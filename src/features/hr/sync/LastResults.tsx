// The result of the last sync started from this page, with the first errors.

import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { ErrorList } from '../ErrorList.tsx';
import { Figures } from '../Figures.tsx';
import { groupBy, reasonIn } from './errorGroups.ts';
import { resultFigures } from './resultFigures.tsx';
import type { LastSync } from './useSync.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncScreen.module.css';

const shownErrors = 5;

export function LastResults({ last }: { last: LastSync | undefined }) {
  return (
    <Panel title="Last Sync Results">
      {last ? <Results {...last} /> : <p className={layout.muted}>No sync since you opened this page.</p>}
    </Panel>
  );
}

function Results({ what, company, date, result }: LastSync) {
  const { errors } = result;
  return (
    <div className={layout.stack}>
      <p className={layout.muted}>
        Synced {what}, {date || 'today'}
      </p>
      <Figures items={resultFigures(result, company)} />
      {errors.length > 0 && <Errors errors={errors} date={date} />}
    </div>
  );
}

/** The first five reasons, each with how many records have it. */
function Errors({ errors, date }: { errors: readonly string[]; date: string }) {
  const groups = groupBy(errors, reasonIn);
  const shown = groups.slice(0, shownErrors);
  const rest = errors.length - shown.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <ul aria-label="Errors" className={layout.errors}>
        {shown.map(({ reason, items }) => (
          <li key={reason}>{items.length === 1 ? items[0] : <Equal reason={reason} errors={items} />}</li>
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
