// A company's HR sync: the status of two days, the settings, and a test before they are saved.

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { HistoryButton } from '../../../platform/records/history/HistoryButton.tsx';
import { PlainTable } from '../../../platform/ui/data/PlainTable.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Dialog, savingQuestion } from '../../../platform/ui/overlays/Dialog.tsx';
import { saved, type Unsaved } from '../../../platform/ui/overlays/UnsavedFormGuard.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { HrSyncDayStatus } from '../../../shared/contract/hr.ts';
import type { StoredHrSyncConfig } from '../../../shared/contract/hrConfig.ts';
import type { HrState } from '../../../shared/contract/queries.ts';
import { validate } from '../../../shared/contract/validate.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { RecordCount } from '../Figures.tsx';
import { Section } from './Section.tsx';
import { configRules, SettingsForm, useConfigForm } from './SettingsForm.tsx';
import { DryRun, TestSync, useTest } from './TestControls.tsx';
import { TestResults } from './TestResults.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncDialog.module.css';

export default function HrSyncDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const [{ dirty, busy }, setUnsaved] = useState(saved);
  return (
    <Dialog
      title={`HR Sync Configuration - ${company.name}`}
      size="wideSide"
      dirty={dirty}
      question={busy ? savingQuestion('closing') : undefined}
      aside={
        <HistoryButton of={{ subject: 'hr_sync_configs', id: company.id }} name={`the HR Sync of ${company.name}`} />
      }
      onClose={onClose}
    >
      <HrSyncPanel company={company} onUnsaved={setUnsaved} />
    </Dialog>
  );
}

interface HrSyncPanelProps {
  company: Pick<Company, 'id' | 'name'>;
  onUnsaved(state: Unsaved): void;
}

/** The panel itself, in the dialog or in the HR set-up of the company. */
export function HrSyncPanel({ company, onUnsaved }: HrSyncPanelProps) {
  const config = useResource('GET /companies/{id}/hr-sync/config', { id: company.id });
  return (
    <div className={layout.stack4}>
      <DayStatus companyId={company.id} />
      <ResourceView resource={config} loading="Loading the HR sync configuration…" lines={8}>
        {({ hr_sync_config }) => <Editor company={company} loaded={hr_sync_config} onUnsaved={onUnsaved} />}
      </ResourceView>
    </div>
  );
}

interface EditorProps extends HrSyncPanelProps {
  loaded: StoredHrSyncConfig;
}

function Editor({ company, loaded, onUnsaved }: EditorProps) {
  const state = useConfigForm(company.id, loaded);
  const { form, dirty } = state;
  const { busy } = form;
  const test = useTest(company.id, state);
  const results = useRef<HTMLDivElement>(null);
  // A layout effect, so that Esc right after typing asks before it discards.
  useLayoutEffect(() => onUnsaved({ dirty, busy }), [dirty, busy, onUnsaved]);
  useEffect(() => {
    if (test.last || test.dry.error) results.current?.scrollIntoView({ block: 'nearest' });
  }, [test.last, test.dry.error]);

  function dryRun(day: string) {
    const isValid = Object.keys(validate(configRules, form.values)).length === 0;
    if (isValid) void test.run(true, day);
    else form.submit(); // sends nothing, but shows the errors
  }

  return (
    <>
      <SettingsForm company={company} state={state} test={<DryRun test={test} onRun={dryRun} />} />
      <div ref={results} className={layout.stack4}>
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

function DayStatus({ companyId }: { companyId: number }) {
  const status = useResource('GET /companies/{id}/hr-sync/status', { id: companyId });
  return (
    <Section title="Sync Status">
      <ResourceView resource={status} loading="Loading the sync status…" lines={4}>
        {(days) => <Days companyId={companyId} {...days} />}
      </ResourceView>
    </Section>
  );
}

/** Maps the specification's words to delivery states. */
const legend =
  'Synced: Sent. Failed: Rejected. Pending: Will retry, not sent yet, or a check-out before the threshold hour.';

function Days({ companyId, today, yesterday }: HrSyncDayStatus & { companyId: number }) {
  const tellsHeldBack = today.held_back !== undefined;
  return (
    <>
      <PlainTable
        hasFigures
        titles={['', 'Total records', 'Synced', 'Failed', 'Pending', ...(tellsHeldBack ? ['Held back'] : [])]}
        rows={[
          { key: 0, header: 'Today', cells: figuresOf(today, companyId) },
          // The specification has no pending records of yesterday: a plain server does not count them.
          { key: 1, header: 'Yesterday', cells: figuresOf(yesterday, companyId, tellsHeldBack) },
        ]}
      />
      {tellsHeldBack && <p className={`${layout.hint} ${s.legend}`}>{legend}</p>}
    </>
  );
}

function figuresOf(status: HrSyncDayStatus['today'], companyId: number, hasPending = true): ReactNode[] {
  const { date, begins_later, total_records, synced, failed, pending, held_back } = status;
  const count = (number: number, of: string, state?: HrState) =>
    date && !begins_later ? (
      <RecordCount count={number} company={companyId} state={state} day={date} of={`${of} of ${date}`} />
    ) : (
      groupDigits(number)
    );
  return [
    count(total_records, 'records'),
    count(synced, 'records that were sent', 'sent'),
    count(failed, 'rejected records', 'failed'),
    hasPending && groupDigits(pending),
    ...(held_back === undefined ? [] : [groupDigits(held_back)]),
  ];
}
