import { Button } from '../../../platform/ui/Button.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import type { Sync } from './useSync.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncScreen.module.css';

interface StartSyncProps {
  date: string;
  onDate(date: string): void;
  sync: Sync;
}

export function StartSync({ date, onDate, sync }: StartSyncProps) {
  const { underWay } = sync;
  return (
    <Panel title="Sync">
      <div className={layout.stack}>
        <div className={s.startLine}>
          <FilterDate label="Sync date (leave empty for today)" value={date} error={sync.dateError} onChange={onDate} />
          <Button
            kind="primary"
            icon={<Icon name="sync" />}
            className={s.start}
            busy={underWay === 'all'}
            disabledReason={typeof underWay === 'number' ? 'A sync is running' : undefined}
            onClick={sync.all}
          >
            Sync All Companies
          </Button>
        </div>
        {underWay === 'all' && (
          // The server does not report progress; the rows below show which companies are being synced.
          <Progress label="Syncing all companies…" max={1} detail="You’ll see the result when it finishes." />
        )}
      </div>
    </Panel>
  );
}
