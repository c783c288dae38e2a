import type { RetentionRules } from '../../../shared/contract/privacy.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { formatTime } from '../../../shared/words/time.ts';
import * as s from './Retention.module.css';

export function LastRun({ run }: { run: RetentionRules['last_run'] }) {
  if (!run) return <p className={s.muted}>The daily job has not run yet.</p>;
  if (!run.removed) return <p className={s.muted}>The daily job last ran on {formatTime(run.at)}.</p>;
  const removed = run.removed.map(({ what, rows }) => `${groupDigits(rows)} ${what}`).join(', ');
  return (
    <p className={s.muted}>
      The daily job last ran on {formatTime(run.at)} and removed {removed || 'nothing'}.
    </p>
  );
}
