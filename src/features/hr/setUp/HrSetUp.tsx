// The HR set-up of a company from top to bottom: system, address and credentials with their test, the matching of
// employees, the schedule, and the rules with a dry run.

import { type ReactNode, useState } from 'react';
import { HistoryButton } from '../../../platform/records/history/HistoryButton.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { saved, UnsavedFormGuard } from '../../../platform/ui/overlays/UnsavedFormGuard.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import { today } from '../../../shared/words/days.ts';
import { HrSyncPanel } from '../config/HrSyncDialog.tsx';
import { Connection } from '../connection/Connection.tsx';
import { MatchPeople } from '../people/MatchPeople.tsx';
import { ScheduleSettings } from '../sync/ScheduleSettings.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';

interface HrSetUpProps {
  company: Pick<Company, 'id' | 'name' | 'timezone'>;
  /** Adds or changes the address of the HR system, which is one of the company's URLs. */
  addressButton: ReactNode;
}

export default function HrSetUp({ company, addressButton }: HrSetUpProps) {
  const { id, name, timezone } = company;
  const canCall = useCanCall();
  const [rules, setRules] = useState(saved);
  const [connection, setConnection] = useState(saved);
  /** The system that is chosen for the connection but not saved. */
  const [unsavedSystem, setUnsavedSystem] = useState<string>();
  return (
    <div className={layout.stack4}>
      <UnsavedFormGuard dirty={connection.dirty || rules.dirty} busy={connection.busy || rules.busy} />
      {canCall('GET /companies/{id}/hr-connection') && (
        <Panel
          title="HR connection"
          aside={
            <HistoryButton size="small" of={{ subject: 'hr_connections', id }} name={`the HR connection of ${name}`} />
          }
        >
          <Connection
            companyId={id}
            today={today(0, timezone)}
            addressButton={addressButton}
            onUnsaved={setConnection}
            onSystem={setUnsavedSystem}
          />
        </Panel>
      )}
      {canCall('GET /companies/{id}/hr-people') && <MatchPeople companyId={id} unsavedSystem={unsavedSystem} />}
      {canCall('GET /hr-sync/schedule/status') && <ScheduleSettings />}
      {canCall('GET /companies/{id}/hr-sync/config') && (
        <Panel
          title="HR Sync Configuration"
          aside={<HistoryButton size="small" of={{ subject: 'hr_sync_configs', id }} name={`the HR Sync of ${name}`} />}
        >
          <HrSyncPanel company={company} onUnsaved={setRules} />
        </Panel>
      )}
    </div>
  );
}
