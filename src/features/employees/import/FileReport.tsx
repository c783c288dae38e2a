// What the import would do with each row of a file, and where to change how the file is read.

import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { unreadNote } from '../../../shared/words/unreadNote.ts';
import type { PlanProgress } from './makePlan.ts';
import type { ReportedRow } from './rowStatus.ts';
import { RowList } from './RowList.tsx';
import type { Planning } from './usePlan.ts';
import * as s from './ImportDialog.module.css';

interface FileReportProps {
  planning: Planning;
  /** Of the plan. */
  rows: readonly ReportedRow[];
  retry(): void;
  /** What has to be chosen first. */
  missing: readonly string[];
}

export function FileReport({ planning, rows, retry, missing }: FileReportProps) {
  const plan = planning.status === 'planned' ? planning.plan : undefined;
  if (missing.length > 0) return <Banner tone="warning">{`Choose ${missing.join(' and ')}.`}</Banner>;
  if (planning.status === 'failed') {
    return (
      <Banner
        tone="bad"
        action={
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        }
      >
        {planning.message}
      </Banner>
    );
  }
  if (!plan) return <Checking progress={'progress' in planning ? planning.progress : undefined} />;
  const note = unreadNote(plan.unread);
  return (
    <>
      {note && <Banner tone="warning">{`Employees of the server are missing here. ${note}`}</Banner>}
      <p role="status" className={s.muted}>
        Nothing has been stored. This is what the import would do now.
      </p>
      <RowList rows={rows} />
    </>
  );
}

function Checking({ progress }: { progress: PlanProgress | undefined }) {
  const { what, done, total } = progress ?? { what: 'rows', done: 0, total: 1 };
  const detail = what === 'rows' ? undefined : `Employees of ${done} of ${total} companies read`;
  return <Progress label="Checking rows" value={done} max={Math.max(1, total)} detail={detail} />;
}
