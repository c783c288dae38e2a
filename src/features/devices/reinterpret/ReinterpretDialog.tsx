// Reads the events of a period again by the rules of today: first what that would change, then the change.

import { useState } from 'react';
import { periodRules } from '../../../shared/contract/checks.ts';
import { validate } from '../../../shared/contract/validate.ts';
import type { Reinterpretation } from '../../../shared/contract/deviceEvents.ts';
import { Period, type Days } from '../../../platform/lists/period/Period.tsx';
import { describePeriod } from '../../../shared/words/describePeriod.ts';
import { today } from '../../../shared/words/days.ts';
import { plural } from '../../../shared/words/plural.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { rehearsalLimit } from '../../../platform/hooks/useRehearsal.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { Differences } from './Differences.tsx';
import { call, useDryRun, type DryRun } from './useDryRun.ts';
import { doneInWords, plannedInWords } from './reinterpretWords.ts';
import * as s from './Reinterpret.module.css';

interface ReinterpretDialogProps {
  controllerId: number;
  /** The day to begin with; '' for the last week. */
  day: string;
  onClose(): void;
}

export function ReinterpretDialog({ controllerId, day, onClose }: ReinterpretDialogProps) {
  const [days, setDays] = useState<Days>(() => ({ start_date: day || today(-6), end_date: day || today() }));
  const [done, setDone] = useState<Reinterpretation>();
  const dryRun = useDryRun(controllerId, days);
  const change = useAction(call, { quiet: true, timeLimit: rehearsalLimit, after: ({ data }) => setDone(data) });
  const planned = dryRun.status === 'ready' ? dryRun.result.changed : 0;

  function choose(chosen: Days) {
    if (chosen.start_date && chosen.end_date && !validate(periodRules, chosen).end_date) setDays(chosen);
  }
  return (
    <Dialog
      title="Read Events Again"
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{done ? 'Close' : 'Cancel'}</Button>
          {!done && planned > 0 && (
            <Button
              kind="primary"
              busy={change.busy}
              onClick={() => void change.run({ id: controllerId, body: { ...days, dry_run: false } })}
            >
              Change {plural(planned, 'Event')}
            </Button>
          )}
        </>
      }
    >
      <div className={s.parts}>
        {change.error && <Banner tone="bad">{change.error}</Banner>}
        {done ? (
          <>
            <Banner tone="good">{doneInWords(done, describePeriod(days))}</Banner>
            <Differences changes={done.changes} />
          </>
        ) : (
          <>
            <p className={s.muted}>
              What the device sent stays as it is. It is read again by the rules and the codes of today. What HR has
              accepted, what somebody corrected and what is in a closed month stays too.
            </p>
            <div role="group" aria-label="Period" className={s.period}>
              <Period applied={days} onChange={choose} />
            </div>
            <Planned dryRun={dryRun} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Planned({ dryRun }: { dryRun: DryRun }) {
  switch (dryRun.status) {
    case 'loading':
      return <Spinner label="Working out what changes…" />;
    case 'failed':
      return <LoadFailed message={dryRun.message} onRetry={dryRun.retry} />;
    case 'ready':
      return (
        <>
          <p role="status">{plannedInWords(dryRun.result)}</p>
          <Differences changes={dryRun.result.changes} />
        </>
      );
  }
}
