// The progress of an export and its result. The screen stays usable meanwhile.

import type { Exported } from './export/exportAttendance.ts';
import type { ExportProgress } from '../../platform/export/progress.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { Progress } from '../../platform/ui/feedback/Progress.tsx';
import type { ExportState } from './runExport.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import * as s from './ExportPanel.module.css';

interface ExportPanelProps {
  state: Exclude<ExportState, { status: 'idle' }>;
  dismiss(): void;
  onVerify(): void;
}

export function ExportPanel({ state, dismiss, onVerify }: ExportPanelProps) {
  switch (state.status) {
    case 'running':
      return (
        <section aria-label="Export" className={s.running}>
          <Progress
            label={`Exporting ${state.format === 'excel' ? 'Excel' : 'PDF'}`}
            value={state.progress?.done}
            max={Math.max(1, state.progress?.total ?? 1)}
            detail={state.progress ? describeProgress(state.progress) : 'Starting…'}
          />
          <Button onClick={state.stop}>Cancel</Button>
        </section>
      );
    case 'asking':
      return (
        <Banner
          tone="warning"
          action={
            <>
              <Button kind="primary" size="small" onClick={() => state.answer('excel')}>
                Export Excel Instead
              </Button>
              <Button size="small" onClick={() => state.answer('continue')}>
                Export PDF Without Them
              </Button>
              <Button size="small" onClick={() => state.answer('cancel')}>
                Cancel
              </Button>
            </>
          }
        >
          {missingCharacters(state.characters)}
        </Banner>
      );
    case 'failed':
      return (
        <Banner
          tone="bad"
          action={
            <div className={s.actions}>
              <Button size="small" onClick={state.retry}>
                Retry
              </Button>
              <Close onClick={dismiss} />
            </div>
          }
        >
          {state.message}
        </Banner>
      );
    case 'done':
      return <Done exported={state.exported} onVerify={onVerify} onClose={dismiss} />;
  }
}

function missingCharacters(characters: readonly string[]): string {
  const count = characters.length === 1 ? '1 character' : `${characters.length} characters`;
  return `The PDF font lacks ${count} used in these records: ${characters.join(' ')}`;
}

interface DoneProps {
  exported: Exported;
  onVerify(): void;
  onClose(): void;
}

function Done({ exported: { files, notes }, onVerify, onClose }: DoneProps) {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const message = `Exported ${groupDigits(rows)} records to ${files.map(({ name }) => name).join(', ')}.`;
  return (
    <Banner
      tone={notes.length > 0 ? 'warning' : 'good'}
      action={
        <div className={s.actions}>
          <Button size="small" onClick={onVerify}>
            Verify File
          </Button>
          <Close onClick={onClose} />
        </div>
      }
    >
      {[message, ...notes].join('\n')}
    </Banner>
  );
}

const Close = ({ onClick }: { onClick(): void }) => (
  <Button kind="quiet" size="small" icon={<Icon name="close" />} aria-label="Close message" onClick={onClick} />
);

const phases = { fetching: 'Fetched', checking: 'Checked', building: 'Written' };

function describeProgress({ phase, done, total, remainingSeconds, part, parts }: ExportProgress): string {
  const texts = [`${phases[phase]} ${groupDigits(done)} of ${groupDigits(total)} records`];
  if (parts !== undefined && parts > 1) texts.push(`part ${part} of ${parts}`);
  if (remainingSeconds !== undefined) texts.push(`about ${duration(remainingSeconds)} left`);
  return texts.join(', ');
}

function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
