// The results of a test: totals, what would change against the saved settings, and the details by employee.

import type { ReactNode } from 'react';
import type { HrSyncTest } from '../../../shared/contract/hr.ts';
import { failedMessage } from '../../../platform/api/calls.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { ErrorList } from '../ErrorList.tsx';
import { Changes } from './Changes.tsx';
import { EmployeeResults } from './EmployeeResults.tsx';
import { Figures, type Figure } from '../Figures.tsx';
import { isRejected } from './isRejected.ts';
import { Requests } from './Requests.tsx';
import { Section } from './Section.tsx';
import { hasSucceeded, type TestRun } from './useTest.ts';
import * as layout from '../layout.module.css';

interface TestResultsProps {
  run: TestRun;
  /** The settings have not changed since. */
  isCurrent: boolean;
  action: ReactNode;
}

export function TestResults({ run, isCurrent, action }: TestResultsProps) {
  const { results, isDry, isUnsaved } = run;
  const { sync_details: details, changes, sync, requests } = results;
  return (
    <Section title="Test Results" aside={action}>
      <div className={layout.stack}>
        {!isCurrent && <Banner tone="warning">The settings have changed since this test.</Banner>}
        {!hasSucceeded(results) && <Banner tone="bad">{failedMessage('POST /companies/{id}/hr-sync/test')}</Banner>}
        {isUnsaved && !changes && (
          <Banner tone="warning">This server can only test saved settings. Save, then test again.</Banner>
        )}
        <p className={layout.muted}>{describeRun(run)}</p>
        <Figures items={totalsOf(results)} />
        {sync && sync.errors.length > 0 && <ErrorList errors={sync.errors} />}
        {isDry && isUnsaved && changes && <Changes changes={changes} />}
        {details.length > 0 && <EmployeeResults details={details} />}
        {isDry && requests && <Requests requests={requests} count={results.request_count ?? requests.length} />}
      </div>
    </Section>
  );
}

type Detail = HrSyncTest['results']['sync_details'][number];
function describeRun({ results: { date, time_zone }, isDry, isUnsaved }: TestRun): string {
  const day = [date || 'today', time_zone && `(${time_zone})`].filter(Boolean).join(' ');
  if (!isDry) return `The records of ${day} were sent.`;
  const settings = isUnsaved ? 'these settings' : 'the saved settings';
  return `Nothing was sent. This is what a sync of ${day} would do now with ${settings}.`;
}

function totalsOf({ success, failed, sync_details, sync }: HrSyncTest['results']): Figure[] {
  /** Undefined if the server gives this figure for no employee. */
  const sum = (figure: (detail: Detail) => number | undefined) => {
    const figures = sync_details.map(figure).filter((each) => each !== undefined);
    const isKnown = figures.length > 0 || sync_details.length === 0;
    return isKnown ? figures.reduce((total, each) => total + each, 0) : undefined;
  };
  return [
    { label: 'Employees', value: sync_details.length },
    { label: 'Total records', value: sum((detail) => detail.total_records) },
    { label: 'Lunch breaks detected', value: sum((detail) => detail.lunch_breaks_detected) },
    { label: 'Clock-ins to send', value: sum((detail) => detail.clock_ins_to_send) },
    { label: 'Clock-outs to send', value: sum((detail) => detail.clock_outs_to_send) },
    { label: 'Sent before', value: sum((detail) => detail.already_sent) },
    { label: 'Held back', value: sum((detail) => detail.held_back?.filter((record) => !isRejected(record)).length) },
    { label: 'Rejected', value: sum((detail) => detail.held_back?.filter(isRejected).length) },
    { label: 'Warnings', value: sum((detail) => detail.warnings?.length) },
    { label: 'Successful', value: typeof success === 'number' && failed !== undefined ? success : undefined },
    { label: 'Failed', value: failed },
    { label: 'Sent now', value: sync?.success },
    { label: 'Failed now', value: sync?.failed },
  ];
}
