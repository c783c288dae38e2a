// The HR sync of one company: the status of two days, the settings, and a test of them before they are saved.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Company } from '../../../shared/contract/entities/companies.ts';
import type { StoredHrSyncConfig } from '../../../shared/contract/entities/hr.ts';
import { validate } from '../../../shared/contract/validate.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { HistoryButton } from '../../../platform/lists/history/HistoryButton.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { configRules } from './configForm.ts';
import { DayStatus } from './DayStatus.tsx';
import { DryRun } from './DryRun.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { TestResults } from './TestResults.tsx';
import { TestSync } from './TestSync.tsx';
import { useConfigForm } from './useConfigForm.ts';
import { useTest } from './useTest.ts';
import * as layout from '../layout.module.css';

export function HrSyncDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const config = useResource('GET /companies/{id}/hr-sync/config', { id: company.id });
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      title={`HR Sync Configuration - ${company.name}`}
      size="wideSide"
      dirty={dirty}
      aside={
        <HistoryButton of={{ subject: 'hr_sync_configs', id: company.id }} name={`the HR Sync of ${company.name}`} />
      }
      onClose={onClose}
    >
      <div className={layout.panels}>
        <DayStatus companyId={company.id} />
        <ResourceView
          resource={config}
          skeleton={<LineSkeleton label="Loading the HR sync configuration…" lines={8} />}
        >
          {({ hr_sync_config }) => <Editor company={company} loaded={hr_sync_config} onDirty={setDirty} />}
        </ResourceView>
      </div>
    </Dialog>
  );
}

interface EditorProps {
  company: Company;
  loaded: StoredHrSyncConfig;
  onDirty(dirty: boolean): void;
}

function Editor({ company, loaded, onDirty }: EditorProps) {
  const state = useConfigForm(company.id, loaded);
  const { form, dirty } = state;
  const test = useTest(company.id, state);
  const results = useRef<HTMLDivElement>(null);
  // In the layout effect, so that Esc pressed right after typing asks before it discards.
  useLayoutEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => {
    if (test.last || test.dry.error) results.current?.scrollIntoView({ block: 'nearest' });
  }, [test.last, test.dry.error]);

  function dryRun(day = test.day) {
    const isValid = Object.keys(validate(configRules, form.values)).length === 0;
    if (isValid) void test.run(true, day);
    else form.submit(); // sends nothing, but shows the errors
  }

  return (
    <>
      <SettingsForm
        company={company}
        state={state}
        test={
          <DryRun
            day={test.day}
            error={test.dayError}
            busy={test.dry.busy}
            onDay={(day) => {
              test.setDay(day);
              dryRun(day); // a choice of a day asks for it, and a dry run changes nothing
            }}
            onRun={() => dryRun()}
          />
        }
      />
      <div ref={results} className={layout.panels}>
        {test.dry.error && <Banner tone="bad">{test.dry.error}</Banner>}
        {test.last && (
          <TestResults
            run={test.last}
            isCurrent={test.isCurrent}
            action={<TestSync company={company} test={test} dirty={dirty} />}
          />
        )}
      </div>
    </>
  );
}
