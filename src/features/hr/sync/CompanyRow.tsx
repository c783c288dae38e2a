import { useRef } from 'react';
import { Link } from 'wouter';
import type { Company } from '../../../shared/contract/entities/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/entities/hr.ts';
import { attendanceLink } from '../../../platform/lists/recordLinkTo.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { ExternalLink } from '../../../platform/ui/layout/ExternalLink.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { connectionParams } from '../connectionAddress.ts';
import { expiryOf } from '../expiry.ts';
import { RecordCount } from '../RecordCount.tsx';
import { CompanyActions } from './CompanyActions.tsx';
import { CompanyWaits } from './CompanyWaits.tsx';
import { hasJustFailed } from './condition.ts';
import { LastResult } from './LastResult.tsx';
import type { CompanyStatus } from './useStatuses.ts';
import * as s from './CompanyTable.module.css';

export type SyncedCompany = Pick<Company, 'id' | 'name' | 'unique_identifier'>;

interface CompanyRowProps {
  company: SyncedCompany;
  status: CompanyStatus;
  /** This page is syncing this company. */
  busy: boolean;
  /** This page is syncing something. */
  isAnyRunning: boolean;
  onSync(): void;
  onRetry(): void;
  onRetryWaiting(): void;
  onReload(): void;
}

export function CompanyRow({ company, status, onRetryWaiting, ...actions }: CompanyRowProps) {
  const { name } = company;
  const row = useRef<HTMLTableRowElement>(null);
  const known = typeof status === 'object' ? status : undefined;
  const toRow = () => row.current?.focus();
  return (
    <>
      <tr ref={row} tabIndex={-1} className={s.row}>
        <th scope="row">
          <div className={s.line} title={name}>
            <TodaysRecords company={company} />
          </div>
          {known?.hr_url && (
            <div className={`${s.line} ${s.small}`} title={known.hr_url}>
              <VisuallyHidden>HR URL: </VisuallyHidden>
              <ExternalLink href={known.hr_url}>{known.hr_url}</ExternalLink>
            </div>
          )}
        </th>
        <td className={s.system}>
          {status ? <Badges status={status} /> : <LineSkeleton label={`Loading the status of ${name}…`} lines={1} />}
          <ConnectionLine company={company} status={known} />
        </td>
        <td className={s.count}>
          {status && (
            <>
              <span className={s.label}>Today&apos;s Records</span>
              {groupDigits(known?.today_attendance_count ?? 0)}
            </>
          )}
        </td>
        <Undelivered label="Will retry" company={company} state="waiting" count={known?.waiting} />
        <Undelivered label="Rejected" company={company} state="failed" count={known?.failed} />
        <td className={s.last}>{known && <LastResult status={known} />}</td>
        <td className={s.actions}>
          <CompanyActions company={company} status={status} {...actions} onGone={toRow} />
        </td>
      </tr>
      {known && (
        <CompanyWaits
          company={company}
          status={known}
          isAnyRunning={actions.isAnyRunning}
          onRetryWaiting={onRetryWaiting}
          onGone={toRow}
        />
      )}
    </>
  );
}

/** The company's name, which leads to what the sync is about. */
function TodaysRecords({ company: { id, name } }: { company: SyncedCompany }) {
  const { href, reads } = attendanceLink(id);
  if (!useCanCall()(reads)) return name;
  return (
    <Link href={href} data-opens>
      {name}
    </Link>
  );
}

/** Which HR system it is, and whether its credentials expire. */
function ConnectionLine({ company, status }: { company: SyncedCompany; status: HrSyncCompanyStatus | undefined }) {
  const canCall = useCanCall();
  const [, change] = useListParams(connectionParams);
  if (!canCall('GET /companies/{id}/hr-connection')) return null;
  const expiry = expiryOf(status?.expires_on ?? '');
  const system = status?.has_hr_url && status.connector_name;
  return (
    <>
      <button
        type="button"
        className={`${s.line} ${s.small} ${s.connection}`}
        aria-label={`Connection${system ? `: ${system}` : ''}, ${company.name}`}
        onClick={() => change({ connection: String(company.id) })}
      >
        Connection{system && `: ${system}`}
      </button>
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

/** Of all days. Empty where there are none. */
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
  return (
    <>
      <Badge tone={status.has_hr_url && !hasJustFailed(status) ? 'good' : 'neutral'}>
        {status.has_hr_url ? 'HR System Configured' : 'Not Configured'}
      </Badge>
      {status.is_running && (
        <>
          {' '}
          <Badge tone="accent">Sync running</Badge>
          {status.progress && <RunProgress {...status.progress} />}
        </>
      )}
      {status.is_cancelled && !status.is_running && (
        <>
          {' '}
          <Badge tone="neutral">Cancelled</Badge>
        </>
      )}
    </>
  );
}

function RunProgress({ done, total }: { done: number; total: number }) {
  if (total === 0) return null;
  return <Progress label="Sending" value={done} max={total} detail={`${groupDigits(done)} of ${groupDigits(total)}`} />;
}
