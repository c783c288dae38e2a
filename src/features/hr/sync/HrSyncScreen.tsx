// Sends attendance to the companies' HR systems, and shows the status of each.

import { useEffect, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { FilteredRecords } from '../../../platform/lists/FilteredRecords.tsx';
import { ZonesNote } from '../../../platform/lists/ZonesNote.tsx';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import type { HrSyncedCompany } from '../../../shared/contract/hr.ts';
import type { HrState } from '../../../shared/contract/queries.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { ErrorList, type Figure, Figures, RecordCount } from '../Figures.tsx';
import { matchAddress, matchParams } from '../hrAddresses.ts';
import {
  CompanySection,
  type CompanyState,
  CompanyTable,
  type CompanyTableProps,
  noCompanies,
} from './CompanyTable.tsx';
import { conditionOf, conditions } from './condition.ts';
import { ScheduleSettings } from './ScheduleSettings.tsx';
import { Summary } from './Summary.tsx';
import { type LastSync, type Sync, useSync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncScreen.module.css';

const CompaniesByPage = lazyPart('The companies', () => import('./CompaniesByPage.tsx'));

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
  const hasOverview = useHasFeature('hr_state');
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
        <div className={`${layout.row} ${s.startLine}`}>
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

// Result of the last sync started from this page, with its first errors.

const shownErrors = 5;

function LastResults({ last }: { last: LastSync | undefined }) {
  return (
    <div className={last ? undefined : s.noResults}>
      <Panel title="Last Sync Results">
        {last ? (
          <div className={layout.stack3}>
            <p className={layout.muted}>{last.title}</p>
            <Figures items={resultFigures(last)} />
            {last.result.errors.length > 0 && <Errors errors={last.result.errors} days={last.days} />}
          </div>
        ) : (
          <p className={layout.muted}>No sync since you opened this page.</p>
        )}
      </Panel>
    </div>
  );
}

/** Company and record before the reason, as in 'Alder: Employee 00042, check-in at 2026-05-12 08:00:00: No answer'. */
const subject = /^(?:.{0,255}?: )?Employee .{1,255}?, check-(?:in|out) at [\d: -]{19}: /;
const reasonIn = (error: string): string => error.replace(subject, '');

/** Shows the first five. Errors with the same reason count as one. */
function Errors({ errors, days }: { errors: readonly string[]; days: string }) {
  const groups = [...Map.groupBy(errors, reasonIn)];
  const firstGroups = groups.slice(0, shownErrors);
  const rest = errors.length - firstGroups.reduce((sum, [, equal]) => sum + equal.length, 0);
  return (
    <>
      <ErrorList
        errors={firstGroups.map(([reason, equal]) =>
          equal.length === 1 ? equal[0] : <Equal key={reason} reason={reason} errors={equal} />,
        )}
      />
      {rest > 0 && <p>... and {rest} more errors</p>}
      <Button icon={<Icon name="download" />} className={s.start} onClick={() => saveErrors(errors, days)}>
        Save All Errors
      </Button>
    </>
  );
}

const shownOfEqual = 20;

function Equal({ reason, errors }: { reason: string; errors: readonly string[] }) {
  const rest = errors.length - shownOfEqual;
  return (
    <details>
      <summary>
        {reason} — {groupDigits(errors.length)} errors
      </summary>
      <ErrorList errors={errors.slice(0, shownOfEqual)} />
      {rest > 0 && <p>... and {groupDigits(rest)} more errors</p>}
    </details>
  );
}

function saveErrors(errors: readonly string[], days: string): void {
  const content = new Blob([errors.join('\n'), '\n'], { type: 'text/plain' });
  saveFile(content, `hr_sync_errors_${days.replace(' ', '_')}.txt`);
}

/**
 * Links a company's counts to its records where a state and a day select exactly these: records accepted or rejected
 * now have the same state as earlier ones.
 */
function resultFigures({ company, result }: LastSync): Figure[] {
  const { date, begins_later, success, failed, rejected, already_sent, rejected_before, held_back, total } = result;

  /** `others` counts other records of the same state, which a link would include. */
  function counted(label: string, value: number | undefined, state?: HrState, others: number | undefined = 0): Figure {
    if (!value || !date || begins_later || company === undefined || others > 0) return { label, value };
    const of = `${value === 1 ? 'record' : 'records'} of ${date}: ${label}`;
    return { label, value, shown: <RecordCount count={value} company={company} state={state} day={date} of={of} /> };
  }
  return [
    counted('Successful', success, 'sent', already_sent),
    { label: 'Failed', value: failed },
    ...(rejected !== undefined && failed > 0
      ? [counted('Will retry', failed - rejected, 'waiting'), counted('Rejected', rejected, 'failed', rejected_before)]
      : []),
    counted('Sent before', already_sent, 'sent', success),
    counted('Rejected before', rejected_before, 'failed', rejected),
    { label: 'Held back', value: held_back },
    counted('Total', total),
  ];
}

// HR sync of all companies, from one call. Companies with problems come first.

const params = { q: '' };
const kind = {
  one: 'company',
  many: 'companies',
  textsOf: ({ company }: CompanyState) => [company.name, company.unique_identifier],
};

function AllCompanies({ sync }: { sync: Sync }) {
  const overview = useWatched(sync.underWay !== undefined);
  const [{ q }, change] = useListParams(params);
  const search = (text: string) => change({ q: text }, { replace: true });
  return (
    <ResourceView resource={overview} loading="Loading companies…" rows={16}>
      {(companies) => {
        const states = companies.map((company) => ({ company, status: company }));
        const dates = new Set(companies.map((company) => company.date));
        const sent = companies.reduce((sum, company) => sum + company.sent_today, 0);
        return (
          <div className={layout.page}>
            <Summary companies={states} today={dates.size > 0 ? { dates, sent } : undefined} />
            <CompanySection q={q} onSearch={search}>
              <FilteredRecords records={states} filter={q} kind={kind} empty={noCompanies} onClear={() => search('')}>
                {(found) => <Sorted rows={found} sync={sync} busy={overview.loading} onReload={overview.reload} />}
              </FilteredRecords>
            </CompanySection>
          </div>
        );
      }}
    </ResourceView>
  );
}

/** Companies keep their first position, so that no row moves away under the pointer. */
function Sorted({ rows, ...rest }: CompanyTableProps) {
  const [ranks] = useState(() => new Map<number, number>());
  const rankOf = ({ company, status }: CompanyState) => {
    const rank = ranks.get(company.id) ?? conditions.indexOf(conditionOf(status) ?? 'fine');
    ranks.set(company.id, rank);
    return rank;
  };
  return <CompanyTable rows={rows.toSorted((one, other) => rankOf(one) - rankOf(other))} {...rest} />;
}

const pauseWhileRunning = 2_000;

/** Reloads while any sync is running, and when one from this page has ended. */
function useWatched(isSyncing: boolean): Resource<HrSyncedCompany[]> {
  const overview = useResource('GET /hr-sync/companies', {});
  const { data, reload } = overview;
  const isWatching = isSyncing || (data?.some(({ is_running }) => is_running) ?? false);
  const wasSyncing = useRef(isSyncing);
  useEffect(() => {
    if (wasSyncing.current && !isSyncing) reload();
    wasSyncing.current = isSyncing;
  }, [isSyncing, reload]);
  useReloadWhile(isWatching, overview, pauseWhileRunning);
  return overview;
}
