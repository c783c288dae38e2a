// Results of a test: totals, changes against the saved settings, details by employee, and the requests that a sync
// would send.

import { type ReactNode, useRef } from 'react';
import { failedMessage } from '../../../platform/api/calls.ts';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { PlainTable } from '../../../platform/ui/data/PlainTable.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import type { HrSyncTest, PlannedRequest } from '../../../shared/contract/hr.ts';
import type { HrSyncMode } from '../../../shared/contract/hrConfig.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { plural } from '../../../shared/words/plural.ts';
import { exactClock } from '../../../shared/words/time.ts';
import { ErrorList, type Figure, Figures } from '../Figures.tsx';
import { Section } from './Section.tsx';
import { hasSucceeded, type TestRun } from './TestControls.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncDialog.module.css';

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
      <div className={layout.stack3}>
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
  if (!isDry) return `The records of ${dateTitle(day)} were sent.`;
  const settings = isUnsaved ? 'these settings' : 'the saved settings';
  return `Nothing was sent. This is what a sync of ${dateTitle(day)} would do now with ${settings}.`;
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

/** Employees with missing records come first. */
function EmployeeResults({ details }: { details: readonly Detail[] }) {
  const hasWarning = ({ warnings = [] }: Detail) => warnings.length > 0;
  const inOrder = details.toSorted((one, other) => Number(hasWarning(other)) - Number(hasWarning(one)));
  return (
    <PlainTable
      hasFigures
      className={s.employees}
      caption={<VisuallyHidden>Details by employee</VisuallyHidden>}
      titles={['Employee', 'Total records', 'Lunch breaks', 'Sync mode', 'Clock-ins to send', 'Clock-outs to send']}
      // By position, because unknown employees may share an ID.
      rows={inOrder.map((detail, position) => ({
        key: position,
        header: (
          <>
            <span className={s.employee}>{detail.employee_id}</span>
            {detail.employee_name && <span className={layout.muted}>{detail.employee_name}</span>}
            <RecordDetails {...detail} />
          </>
        ),
        cells: [
          detail.total_records,
          detail.lunch_breaks_detected,
          modeNames[detail.sync_mode] ?? detail.sync_mode,
          detail.clock_ins_to_send,
          detail.clock_outs_to_send,
        ],
      }))}
    />
  );
}

const modeNames: Readonly<Record<string, string>> = {
  first_last: 'First and last',
  all_records: 'All records',
} satisfies Record<HrSyncMode, string>;

/** Shows warnings directly; on demand, the held records with their reasons, and the breaks. */
function RecordDetails({ held_back = [], breaks = [], warnings = [] }: Detail) {
  const rejected = held_back.filter(isRejected).length;
  const held = held_back.length - rejected;
  const summary = [
    held > 0 && `${held} held back`,
    rejected > 0 && `${rejected} rejected`,
    breaks.length > 0 && plural(breaks.length, 'break'),
  ].filter((part) => part !== false);
  return (
    <>
      {warnings.length > 0 && (
        <ul className={s.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>Warning: {warning}.</li>
          ))}
        </ul>
      )}
      {summary.length > 0 && (
        <details className={s.details}>
          <summary>{summary.join(', ')}</summary>
          <ul className={`${layout.stack1} ${s.records}`}>
            {held_back.map((record) => (
              <li key={record.record_id}>
                {isRejected(record) ? 'Rejected' : 'Held back'}: {record.event_type} at {timeOfDay(record.timestamp)}.{' '}
                {record.sentence}.
              </li>
            ))}
            {breaks.map(({ from, to, minutes }) => (
              <li key={from}>
                Break: {timeOfDay(from)} to {timeOfDay(to)}, {minutes} minutes.
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type Change = NonNullable<HrSyncTest['results']['changes']>[number];

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) {
    return <p>These settings send the same records as the saved ones.</p>;
  }
  return (
    <section aria-label="Changes" className={layout.stack3}>
      <h4>{plural(changes.length, 'record')} would change</h4>
      <PlainTable
        label="Changes against the saved settings"
        titles={['Employee', 'Record', 'With the saved settings', 'With these settings']}
        rows={changes.map(({ record_id, employee_id, event_type, timestamp, saved, tried }) => ({
          key: record_id,
          header: employee_id,
          cells: [`${event_type} at ${timeOfDay(timestamp)}`, saved, tried],
        }))}
      />
    </section>
  );
}

interface RequestsProps {
  /** The server hides the secrets in them. */
  requests: readonly PlannedRequest[];
  /** Number of all requests, of which these are the first. */
  count: number;
}

function Requests({ requests, count }: RequestsProps) {
  if (requests.length === 0) return <p>No request would be sent.</p>;
  return (
    <section aria-label="Requests" className={layout.stack3}>
      <h4>
        {plural(count, 'request')} would be sent{count > requests.length && `, of which these are the first`}
      </h4>
      <ol className={`${layout.stack1} ${layout.list}`}>
        {requests.map((request, index) => (
          <Request key={index} number={index + 1} {...request} />
        ))}
      </ol>
    </section>
  );
}

function Request({ number, method, url, headers, body }: PlannedRequest & { number: number }) {
  const textRef = useRef<HTMLDivElement>(null);
  const text = indented(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details className={s.request}>
        <summary>
          <b>{method}</b> {url}
        </summary>
        <div className={layout.stack3}>
          {lines.length > 0 && <RawText label={`Headers of request ${number}`} text={lines.join('\n')} />}
          {body && (
            <>
              <div ref={textRef}>
                <RawText label={`Body of request ${number}`} text={text} />
              </div>
              <div>
                <CopyButton name={`Body of Request ${number}`} text={text} textRef={textRef} />
              </div>
            </>
          )}
        </div>
      </details>
    </li>
  );
}

type HeldBack = NonNullable<Detail['held_back']>[number];

/** The server lists records that need a manual retry among those held back. */
const isRejected = ({ reason }: HeldBack): boolean => reason === 'delivery_failed';

/** A test covers one day. */
const timeOfDay = (timestamp: string): string => exactClock(timestamp) || timestamp;

/** Formats JSON; leaves other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
