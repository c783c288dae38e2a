// Table of companies: a row for each with the state of its HR sync and its actions, and a second row for what waits.

import clsx from 'clsx';
import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { SearchBox } from '../../../platform/ui/forms/SearchBox.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { ExternalLink } from '../../../platform/ui/layout/ExternalLink.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/hr.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { expiryOf } from '../../../shared/words/credentialExpiry.ts';
import { today } from '../../../shared/words/days.ts';
import { moment } from '../../../shared/words/moment.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { RecordCount } from '../Figures.tsx';
import { connectionAddress } from '../hrAddresses.ts';
import { CompanyWaits } from './CompanyWaits.tsx';
import { type CompanyStatus, disabledReasonOf, hadNothingToSend, hasSyncResults } from './condition.ts';
import type { Sync } from './useSync.ts';
import * as table from '../../../platform/ui/data/Table.module.css';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CompanyTable.module.css';

export interface CompanyState {
  company: SyncedCompany;
  status: CompanyStatus;
}

export interface CompanyTableProps {
  rows: readonly CompanyState[];
  sync: Sync;
  busy: boolean;
  onReload(): void;
}

/** Shown instead of the table. */
export const noCompanies = {
  title: 'No companies found',
  hint: (
    <>
      Add one in <Link href={paths.companies}>Companies</Link>, and its HR system on its page
    </>
  ),
};

interface CompanySectionProps {
  q: string;
  onSearch(text: string): void;
  children: ReactNode;
}

export function CompanySection({ q, onSearch, children }: CompanySectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={layout.stack2}>
      <div className={`${layout.row} ${s.sectionHead}`}>
        <h2 id={titleId}>Companies</h2>
        <SearchBox label="Search companies" value={q} onChange={onSearch} />
      </div>
      {children}
    </section>
  );
}

const results = [
  ['Will retry', s.count],
  ['Rejected', s.count],
  ['Last result', s.last],
] as const;
/** Leaves out the columns of results if there are none: empty ones would say that there are no problems. */
const columns = (tellsResults: boolean) =>
  [
    ['Company'],
    ['HR system', s.system],
    ["Today's Records", s.count],
    ...(tellsResults ? results : []),
    ['Actions', s.actions],
  ] as const;

export function CompanyTable({ rows, sync, busy, onReload }: CompanyTableProps) {
  const tellsResults = rows.some(({ status }) => hasSyncResults(status));
  return (
    <div className={table.frame}>
      <table aria-busy={busy || undefined} className={`${layout.box} ${table.table} ${table.dense} ${s.table}`}>
        <caption>
          <VisuallyHidden>HR sync of each company</VisuallyHidden>
        </caption>
        <thead className={`${table.top} ${s.top}`}>
          <tr>
            {columns(tellsResults).map(([header, className]) => (
              <th key={header} scope="col" className={clsx(table.head, className)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CompanyRow key={row.company.id} {...row} tellsResults={tellsResults} sync={sync} onReload={onReload} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SyncedCompany extends Pick<Company, 'id' | 'name' | 'unique_identifier'> {
  /** The company's today, if the server tells. */
  date?: string;
}

interface CompanyRowProps extends CompanyState {
  tellsResults: boolean;
  sync: Sync;
  onReload(): void;
}

function CompanyRow({ company, status, tellsResults, sync, onReload }: CompanyRowProps) {
  const { name } = company;
  const row = useRef<HTMLTableRowElement>(null);
  const loaded = typeof status === 'object' ? status : undefined;
  const toRow = () => row.current?.focus();
  return (
    <>
      <tr ref={row} tabIndex={-1} className={`${table.row} ${s.row}`}>
        <th scope="row">
          <TodaysRecords company={company} />
          {loaded?.hr_url && (
            <div className={s.small}>
              <VisuallyHidden>HR URL: </VisuallyHidden>
              <ExternalLink href={loaded.hr_url}>{loaded.hr_url}</ExternalLink>
            </div>
          )}
        </th>
        <td className={s.system}>
          {status ? <Badges status={status} /> : <LineSkeleton label={`Loading the status of ${name}…`} lines={1} />}
          <ConnectionLine company={company} status={loaded} />
        </td>
        <td className={s.count}>
          {status && (
            <>
              <span className={s.label}>Today&apos;s Records</span>
              {groupDigits(loaded?.today_attendance_count ?? 0)}
            </>
          )}
        </td>
        {tellsResults && (
          <>
            <Undelivered label="Will retry" company={company} state="waiting" count={loaded?.waiting} />
            <Undelivered label="Rejected" company={company} state="failed" count={loaded?.failed} />
            <td className={s.last}>{loaded && <LastResult status={loaded} />}</td>
          </>
        )}
        <td className={s.actions}>
          <CompanyActions company={company} status={status} sync={sync} onReload={onReload} onGone={toRow} />
        </td>
      </tr>
      {loaded && <CompanyWaits company={company} status={loaded} sync={sync} onGone={toRow} />}
    </>
  );
}

/** The company's name, linked to the records the sync is about. */
function TodaysRecords({ company: { id, name, date } }: { company: SyncedCompany }) {
  if (!useCanCall()('GET /attendance')) return name;
  const days = { start_date: date, end_date: date };
  return (
    <Link href={addressOf(paths.attendance, { company_id: id, ...days })} data-opens>
      {name}
    </Link>
  );
}

/** Names the HR system, and warns of expiring credentials. */
function ConnectionLine({ company, status }: { company: SyncedCompany; status: HrSyncCompanyStatus | undefined }) {
  const canCall = useCanCall();
  if (!canCall('GET /companies/{id}/hr-connection')) return null;
  const expiry = expiryOf(status?.expires_on ?? '', company.date ?? today());
  const system = status?.has_hr_url && status.connector_name;
  return (
    <>
      <Link
        className={s.small}
        href={connectionAddress(company.id)}
        aria-label={`Connection${system ? `: ${system}` : ''}, ${company.name}`}
      >
        Connection{system && `: ${system}`}
      </Link>
      {expiry && <div className={`${s.small} ${s.expiry} ${expiry.isOver ? s.error : ''}`}>{expiry.sentence}</div>}
    </>
  );
}

interface UndeliveredProps {
  label: string;
  company: SyncedCompany;
  state: 'waiting' | 'failed';
  count: number | undefined;
}

/** Counts all days; empty without records. */
function Undelivered({ label, company, state, count = 0 }: UndeliveredProps) {
  const noun = count === 1 ? 'record' : 'records';
  const of = {
    failed: `${noun} ${count === 1 ? 'needs' : 'need'} a manual retry`,
    waiting: `${noun} not accepted yet`,
  }[state];
  return (
    <td className={s.count}>
      {count > 0 && (
        <>
          <span className={s.label}>{label}</span>
          <RecordCount count={count} company={company.id} state={state} of={`${of}: ${company.name}`} />
        </>
      )}
    </td>
  );
}

function Badges({ status }: { status: Exclude<CompanyStatus, undefined> }) {
  if (status === 'unavailable') {
    return (
      <>
        <Badge tone="neutral">Not Configured</Badge> <Badge tone="warning">Status unavailable</Badge>
      </>
    );
  }
  const { has_hr_url, is_running, is_cancelled, progress } = status;
  return (
    <>
      <Badge tone={has_hr_url ? 'good' : 'neutral'}>{has_hr_url ? 'HR System Configured' : 'Not Configured'}</Badge>{' '}
      {is_running && <Badge tone="accent">Sync running</Badge>}
      {is_running && progress && <RunProgress {...progress} />}
      {is_cancelled && !is_running && <Badge tone="neutral">Cancelled</Badge>}
    </>
  );
}

function RunProgress({ done, total }: { done: number; total: number }) {
  if (total === 0) return null;
  return <Progress label="Sending" value={done} max={total} detail={`${groupDigits(done)} of ${groupDigits(total)}`} />;
}

/** Leaves out what the server does not tell. Errors are in the row below. */
function LastResult({ status }: { status: HrSyncCompanyStatus }) {
  const { last_run, last_success } = status;
  const lines = [
    ...(last_run && hadNothingToSend(status) ? [`Last run ${moment(last_run)}, nothing to send`] : []),
    ...(last_success ? [`Last success ${moment(last_success)}`] : []),
  ];
  return lines.map((line) => (
    <div key={line} className={s.small}>
      {line}
    </div>
  ));
}

interface CompanyActionsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: CompanyStatus;
  sync: Sync;
  onReload(): void;
  /** Moves the focus, since the pressed button disappears. */
  onGone(): void;
}

/** Syncs the company, cancels its sync, or reloads its status. */
function CompanyActions({ company, status, sync, onReload, onGone }: CompanyActionsProps) {
  const { name } = company;
  const canCall = useCanCall();
  const mayRetry = useHasFeature('hr_connectors') && canCall('POST /hr-sync/companies/{id}/retry');
  const cancel = useAction('POST /hr-sync/companies/{id}/cancel', { report: 'toast' });
  const isRunning = typeof status === 'object' && status.is_running;
  const busy = sync.underWay === company.id;
  const reason = disabledReasonOf(status, sync.underWay !== undefined);

  function leaveAnd(work: () => void) {
    onGone();
    work();
  }

  return (
    <div>
      {status === 'unavailable' && (
        <Button
          size="small"
          icon={<Icon name="refresh" />}
          aria-label={`Load the status of ${name} again`}
          onClick={() => leaveAnd(onReload)}
        >
          Load Again
        </Button>
      )}
      {isRunning && canCall('POST /hr-sync/companies/{id}/cancel') && (
        <Button
          size="small"
          icon={<Icon name="close" />}
          aria-label={`Cancel the sync of ${name}`}
          busy={cancel.busy}
          onClick={() => leaveAnd(() => void cancel.run({ id: company.id }))}
        >
          Cancel
        </Button>
      )}
      {canCall('POST /hr-sync/companies/{id}') && (
        <Button
          size="small"
          icon={<Icon name="sync" />}
          aria-label={`Sync ${name}`}
          busy={busy}
          disabledReason={busy ? undefined : reason}
          onClick={() => sync.company(company, mayRetry && typeof status === 'object' ? status.waiting : 0)}
        >
          Sync
        </Button>
      )}
    </div>
  );
}
