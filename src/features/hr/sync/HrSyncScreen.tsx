// Sends attendance to the companies' HR systems, and shows the status of each.

import { useState } from 'react';
import { hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { connectionParams } from '../connectionAddress.ts';
import { AllCompanies } from './AllCompanies.tsx';
import { CompaniesByPage } from './CompaniesByPage.tsx';
import { LastResults } from './LastResults.tsx';
import { ScheduleSettings } from './ScheduleSettings.tsx';
import { StartSync } from './StartSync.tsx';
import { useSync } from './useSync.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncScreen.module.css';

const MatchPart = lazyPart('The people', async () => (await import('../people/MatchScreen.tsx')).MatchScreen);

const ConnectionPart = lazyPart(
  'The HR connection',
  async () => (await import('../connection/ConnectionDialog.tsx')).ConnectionDialog,
);

const params = { people: '' };
const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** The sync of all companies, or, as the address says, the people of one company's HR system. */
export default function HrSyncScreen() {
  const [{ people }] = useListParams(params);
  const mayMatch = useCanCall()('GET /companies/{id}/hr-people');
  if (mayMatch && isId(people)) return <MatchPart key={people} companyId={Number(people)} />;
  return <Sync />;
}

function Sync() {
  const canCall = useCanCall();
  const hasOverview = hasFeature(useUser(), 'hr_state');
  const [date, setDate] = useState('');
  const sync = useSync(date);

  return (
    <div className={layout.panels}>
      <ScreenHeader title="HR System Sync" subtitle="Send attendance to each company's HR system" />
      <div className={s.columns}>
        {canCall('POST /hr-sync/all') && <StartSync date={date} onDate={setDate} sync={sync} />}
        <LastResults last={sync.last} />
      </div>
      {hasOverview ? <AllCompanies sync={sync} /> : <CompaniesByPage sync={sync} />}
      <ScheduleSettings />
      {canCall('GET /companies/{id}/hr-connection') && <OpenConnection />}
    </div>
  );
}

function OpenConnection() {
  const [{ connection }, change] = useListParams(connectionParams);
  if (!isId(connection)) return null;
  return (
    <ConnectionPart
      key={connection}
      companyId={Number(connection)}
      onClose={() => change(connectionParams, { replace: true })}
    />
  );
}
