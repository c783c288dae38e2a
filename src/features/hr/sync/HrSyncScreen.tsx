// Sends attendance to the companies' HR systems, and shows the status of each.

import { useState } from 'react';
import { Redirect } from 'wouter';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { ZonesNote } from '../../../platform/lists/ZonesNote.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { matchAddress, matchParams } from '../hrAddresses.ts';
import { AllCompanies } from './AllCompanies.tsx';
import { CompaniesByPage } from './CompaniesByPage.tsx';
import { LastResults } from './LastResults.tsx';
import { ScheduleSettings } from './ScheduleSettings.tsx';
import { type Sync, useSync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncScreen.module.css';

/** Old addresses of the HR set-up of a company, and of the people of its HR system. */
const oldParams = { connection: '', people: '', show: matchParams.show };

export default function HrSyncScreen() {
  const [{ connection, people, show }] = useListParams(oldParams);
  const company = connection || people;
  if (isId(company)) return <Redirect to={matchAddress(Number(company), show)} replace />;
  return <SyncScreen />;
}

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

function SyncScreen() {
  const canCall = useCanCall();
  const hasOverview = hasFeature(useUser(), 'hr_state');
  const [date, setDate] = useState('');
  const sync = useSync(date);

  return (
    <>
      <ScreenHeader title="HR System Sync" subtitle="Send attendance to each company's HR system" />
      <div className={layout.page}>
        <div className={s.columns}>
          {canCall('POST /hr-sync/all') && <StartSync date={date} onDate={setDate} sync={sync} />}
          <LastResults last={sync.last} />
        </div>
        <ZonesNote />
        {hasOverview ? <AllCompanies sync={sync} /> : <CompaniesByPage sync={sync} />}
        <ScheduleSettings />
      </div>
    </>
  );
}

interface StartSyncProps {
  date: string;
  onDate(date: string): void;
  sync: Sync;
}

function StartSync({ date, onDate, sync }: StartSyncProps) {
  const { underWay } = sync;
  return (
    <Panel title="Sync">
      <div className={layout.stack3}>
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
