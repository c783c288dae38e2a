// Running export with Cancel, and how it ended.

import { groupDigits } from '../../../shared/words/plural.ts';
import { Button } from '../../ui/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { CancellableProgress } from '../../ui/feedback/Progress.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ListExportState } from './useListExport.ts';

interface ExportOutcomeProps {
  state: Exclude<ListExportState, { status: 'idle' }>;
  source: { one: string; many: string };
  dismiss(): void;
}

export function ExportOutcome({ state, source: { one, many }, dismiss }: ExportOutcomeProps) {
  switch (state.status) {
    case 'running':
      return (
        <section aria-label="Export">
          <CancellableProgress
            label={`Exporting ${many}`}
            value={state.done}
            max={state.total}
            detail={state.total > 0 ? `${groupDigits(state.done)} of ${groupDigits(state.total)}` : 'Starting…'}
            onCancel={state.stop}
          />
        </section>
      );
    case 'failed':
      return (
        <Banner tone="bad" onRetry={state.retry} action={<CloseMessageButton onClick={dismiss} />}>
          {state.message}
        </Banner>
      );
    case 'done': {
      const { rows, name, notes } = state.exported;
      const words = `Exported ${groupDigits(rows)} ${rows === 1 ? one : many} to ${name}.`;
      return (
        <Banner tone={notes.length > 0 ? 'warning' : 'good'} action={<CloseMessageButton onClick={dismiss} />}>
          {[words, ...notes].join(' ')}
        </Banner>
      );
    }
  }
}

export const CloseMessageButton = ({ onClick }: { onClick(): void }) => (
  <Button kind="quiet" size="small" icon={<Icon name="close" />} aria-label="Close message" onClick={onClick} />
);
