// Reads the events of a period again by today's rules: first a preview of the changes, then the changes.

import { useState } from 'react';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { type PreviewState, usePreview } from '../../../platform/hooks/usePreview.ts';
import { PeriodFields } from '../../../platform/lists/PeriodChip.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { PlainTable } from '../../../platform/ui/data/PlainTable.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { periodRules } from '../../../shared/contract/checks.ts';
import type { Reinterpretation } from '../../../shared/contract/deviceEvents.ts';
import { validate } from '../../../shared/contract/validate.ts';
import { today } from '../../../shared/words/days.ts';
import { describePeriod, type Period } from '../../../shared/words/periods.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ReinterpretDialog.module.css';

const call = 'POST /access-controllers/{id}/device/reinterpret';

interface ReinterpretDialogProps {
  controllerId: number;
  /** Day to start with; '' for the last week. */
  day: string;
  onClose(): void;
}

export default function ReinterpretDialog({ controllerId, day, onClose }: ReinterpretDialogProps) {
  const [days, setDays] = useState<Period>(() => ({ start_date: day || today(-6), end_date: day || today() }));
  const [done, setDone] = useState<Reinterpretation>();
  const dryRun = usePreview(call, { id: controllerId, body: { ...days, dry_run: true } });
  const change = useAction(call, {
    quiet: true,
    after({ data }) {
      if (change.isOpen()) setDone(data);
      else toast.good(doneInWords(data, describePeriod(days)));
    },
  });
  const planned = dryRun.status === 'ready' ? dryRun.result.changed : 0;

  function choose(chosen: Period) {
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
      <div className={layout.stack4}>
        {change.error && <Banner tone="bad">{change.error}</Banner>}
        {done ? (
          <>
            <Banner tone="good">{doneInWords(done, describePeriod(days))}</Banner>
            <Differences changes={done.changes} />
          </>
        ) : (
          <>
            <p className={layout.muted}>
              What the device sent stays as it is. It is read again by the rules and the codes of today. What HR has
              accepted, what somebody corrected and what is in a closed month stays too.
            </p>
            <div role="group" aria-label="Period" className={s.period}>
              <PeriodFields applied={days} onChange={choose} />
            </div>
            <Planned dryRun={dryRun} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Planned({ dryRun }: { dryRun: PreviewState<Reinterpretation> }) {
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

/** Bounds the list: nobody reads more changes one by one. */
const mostShown = 200;

/** Lists the events that change, and those that stay as they are, with the reason. */
function Differences({ changes }: Pick<Reinterpretation, 'changes'>) {
  if (changes.length === 0) return null;
  const rest = changes.length - mostShown;
  return (
    <>
      <PlainTable
        titles={['Event', 'Before', 'After']}
        rows={changes.slice(0, mostShown).map((change) => ({
          key: change.event_id,
          className: change.kept_because ? layout.muted : undefined,
          header: (
            <>
              {change.employee?.name || change.code || 'No person'}
              <span className={s.detail}>{change.local_time}</span>
            </>
          ),
          cells: [change.before, <After key="after" {...change} />],
        }))}
      />
      {rest > 0 && <p className={layout.muted}>and {groupDigits(rest)} more</p>}
    </>
  );
}

type Change = Reinterpretation['changes'][number];

function After({ after, kept_because }: Pick<Change, 'after' | 'kept_because'>) {
  if (!kept_because) return after;
  return (
    <>
      <s>{after}</s>
      <span className={s.detail}>Stays: {kept_because}</span>
    </>
  );
}

type Counts = Pick<Reinterpretation, 'events' | 'changed' | 'kept'>;

/** 'Of 120 events, 3 would change. 1 would differ, but stays as it is.' */
function plannedInWords({ events, changed, kept }: Counts): string {
  if (events === 0) return 'There are no events in this period.';
  if (changed === 0 && kept === 0) return `None of ${plural(events, 'event')} would change.`;
  const stays = kept > 0 ? ` ${kept} would differ, but ${kept === 1 ? 'stays as it is' : 'stay as they are'}.` : '';
  return `Of ${plural(events, 'event')}, ${changed} would change.${stays}`;
}

/** 'Changed 3 of 120 events, 9 – 15 Nov 2026. 1 stays as it was.' */
function doneInWords({ events, changed, kept }: Counts, period: string): string {
  const stays = kept > 0 ? ` ${kept} ${kept === 1 ? 'stays as it was' : 'stay as they were'}.` : '';
  return `Changed ${changed} of ${plural(events, 'event')}, ${period}.${stays}`;
}
