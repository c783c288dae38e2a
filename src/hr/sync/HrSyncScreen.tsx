// Sends attendance to the companies' HR systems, and shows the status of each.

import { useState } from 'react';
import { offers } from '../../session/permissions.ts';
import { useMay } from '../../session/useMay.ts';
import { useUser } from '../../session/useSession.ts';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';
import { AllCompanies } from './AllCompanies.tsx';
import { CompaniesByPage } from './CompaniesByPage.tsx';
import { LastResults } from './LastResults.tsx';
import { ScheduleSettings } from './ScheduleSettings.tsx';
import { StartSync } from './StartSync.tsx';
import { useSync } from './useSync.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncScreen.module.css';

export default function HrSyncScreen() {
  const may = useMay();
  const hasOverview = offers(useUser(), 'hr_state');
  const [date, setDate] = useState('');
  const sync = useSync(date);

  return (
    <div className={layout.panels}>
      <ScreenHeader title="HR System Sync" subtitle="Send attendance to each company's HR system" />
      <div className={s.columns}>
        {may('POST /hr-sync/all') && <StartSync date={date} onDate={setDate} sync={sync} />}
        <LastResults last={sync.last} />
      </div>
      {hasOverview ? <AllCompanies sync={sync} /> : <CompaniesByPage sync={sync} />}
      <ScheduleSettings />
    </div>
  );
}
