// A menu of an export's formats, its progress and its result. The screen stays usable meanwhile.

import { groupDigits } from '../../format/groupDigits.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { useListExport, type ExportedSource, type ListExportState } from './useListExport.ts';
import * as s from './ExportMenu.module.css';

interface ExportMenuProps<F extends string> {
  source: ExportedSource<F>;
  formats: readonly { format: F; label: string; detail: string }[];
  /** For a menu whose code was loaded because its button was pressed. */
  isOpenAtFirst?: boolean;
}

export function ExportMenu<F extends string>({ source, formats, isOpenAtFirst }: ExportMenuProps<F>) {
  const { state, start, dismiss } = useListExport(source);
  return (
    <>
      <Menu
        kind="quiet"
        icon={<Icon name="download" />}
        label="Export"
        isOpenAtFirst={isOpenAtFirst}
        busy={state.status === 'running'}
        items={formats.map(({ format, ...item }) => ({ ...item, onSelect: () => start(format) }))}
      />
      {state.status !== 'idle' && (
        <div className={s.panel}>
          <Panel state={state} source={source} dismiss={dismiss} />
        </div>
      )}
    </>
  );
}

interface PanelProps {
  state: Exclude<ListExportState, { status: 'idle' }>;
  source: { one: string; many: string };
  dismiss(): void;
}

function Panel({ state, source: { one, many }, dismiss }: PanelProps) {
  switch (state.status) {
    case 'running':
      return (
        <section aria-label="Export" className={s.running}>
          <Progress
            label={`Exporting ${many}`}
            value={state.done}
            max={Math.max(1, state.total)}
            detail={state.total > 0 ? `${groupDigits(state.done)} of ${groupDigits(state.total)}` : 'Starting…'}
          />
          <Button onClick={state.stop}>Cancel</Button>
        </section>
      );
    case 'failed':
      return (
        <Banner
          tone="bad"
          action={
            <>
              <Button size="small" onClick={state.retry}>
                Retry
              </Button>
              <Close onClick={dismiss} />
            </>
          }
        >
          {state.message}
        </Banner>
      );
    case 'done': {
      const { rows, name, notes } = state.exported;
      const words = `Exported ${groupDigits(rows)} ${rows === 1 ? one : many} to ${name}.`;
      return (
        <Banner tone={notes.length > 0 ? 'warning' : 'good'} action={<Close onClick={dismiss} />}>
          {[words, ...notes].join(' ')}
        </Banner>
      );
    }
  }
}

const Close = ({ onClick }: { onClick(): void }) => (
  <Button kind="quiet" size="small" icon={<Icon name="close" />} aria-label="Close message" onClick={onClick} />
);
