import { useId, useRef } from 'react';
import type { Company } from '../../contract/entities/companies.ts';
import type { HrSyncCompanyStatus } from '../../contract/entities/hr.ts';
import { formatTime } from '../../format/time.ts';
import { useMay } from '../../session/useMay.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts, type Fact } from '../../ui/data/CardGrid.tsx';
import { ExternalLink } from '../../ui/layout/ExternalLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import type { LoadedStatus, CompanyStatus } from './useStatuses.ts';
import { plural } from '../../format/plural.ts';
import { groupDigits } from '../../format/groupDigits.ts';
import * as s from './CompanyRow.module.css';

const todaysRecords = "Today's Records";

interface CompanyRowProps {
  company: Company;
  status: CompanyStatus;
  /** This page is syncing this company. */
  busy: boolean;
  /** This page is syncing something. */
  isAnyRunning: boolean;
  onSync(): void;
  onRetry(): void;
  onReload(): void;
}

export function CompanyRow({ company: { name }, status, busy, isAnyRunning, ...actions }: CompanyRowProps) {
  const titleId = useId();
  const may = useMay();
  const row = useRef<HTMLElement>(null);
  const reason = disabledReasonOf(status, isAnyRunning);
  const rejected = typeof status === 'object' ? (status.failed ?? 0) : 0;

  /** For a button that disappears once it has done its work: keeps the focus in the row. */
  function keepFocusAnd(work: () => void) {
    row.current?.focus();
    work();
  }

  return (
    <article ref={row} tabIndex={-1} aria-labelledby={titleId} className={s.row}>
      <div className={s.what}>
        <header className={s.head}>
          <h3 id={titleId}>{name}</h3>
          <Badges status={status} />
        </header>
        {status ? (
          <Facts items={factsOf(status)} />
        ) : (
          <LineSkeleton label={`Loading the status of ${name}…`} lines={2} />
        )}
      </div>
      <div className={s.actions}>
        {status === 'unavailable' && (
          <Button
            icon={<Icon name="refresh" />}
            aria-label={`Load the status of ${name} again`}
            onClick={() => keepFocusAnd(actions.onReload)}
          >
            Load Again
          </Button>
        )}
        {rejected > 0 && may('POST /hr-sync/companies/{id}/retry') && (
          <Button
            icon={<Icon name="refresh" />}
            aria-label={`Retry rejected records of ${name}`}
            disabledReason={reason}
            onClick={() => keepFocusAnd(actions.onRetry)}
          >
            Retry Rejected Records
          </Button>
        )}
        {may('POST /hr-sync/companies/{id}') && (
          <Button
            icon={<Icon name="sync" />}
            aria-label={`Sync ${name}`}
            busy={busy}
            disabledReason={busy ? undefined : reason}
            onClick={actions.onSync}
          >
            Sync
          </Button>
        )}
      </div>
    </article>
  );
}

function disabledReasonOf(status: CompanyStatus, isAnyRunning: boolean): string | undefined {
  if (status === undefined) return 'The status is still loading';
  if (status === 'unavailable') return 'The status is unavailable';
  if (!status.has_hr_url) return 'No HR URL is configured';
  return isAnyRunning || status.is_running ? 'A sync is running' : undefined;
}

function Badges({ status }: { status: CompanyStatus }) {
  if (status === undefined) return null;
  if (status === 'unavailable') {
    return (
      <>
        <Badge tone="neutral">Not Configured</Badge>
        <Badge tone="warning">Status unavailable</Badge>
      </>
    );
  }
  return (
    <>
      <Badge tone={status.has_hr_url && !hasJustFailed(status) ? 'good' : 'neutral'}>
        {status.has_hr_url ? 'HR System Configured' : 'Not Configured'}
      </Badge>
      {status.is_running && <Badge tone="accent">Sync running</Badge>}
    </>
  );
}

/** The last sync that sent something failed altogether. */
const hasJustFailed = ({ last_error, last_success = '' }: HrSyncCompanyStatus): boolean =>
  last_error !== undefined && last_error.at > last_success;

/** The last sync had nothing to send. */
const wasIdle = ({ last_run = '', last_error, last_success = '' }: HrSyncCompanyStatus): boolean =>
  last_run > last_success && last_run > (last_error?.at ?? '');

/** What the server does not tell is left out. */
function factsOf(status: LoadedStatus): Fact[] {
  if (status === 'unavailable') return [{ label: todaysRecords, value: 0 }];
  const { hr_url, today_attendance_count, waiting = 0, failed = 0, last_run, last_success, last_error } = status;
  return [
    { label: todaysRecords, value: groupDigits(today_attendance_count) },
    { label: 'HR URL', value: hr_url && <ExternalLink href={hr_url}>{hr_url}</ExternalLink> },
    { label: 'Will retry', value: waiting > 0 && `${plural(waiting, 'record')} not accepted yet` },
    {
      label: 'Rejected',
      value: failed > 0 && `${plural(failed, 'record')} ${failed === 1 ? 'needs' : 'need'} a manual retry`,
    },
    { label: 'Last run', value: last_run && wasIdle(status) && `${formatTime(last_run)}, nothing to send` },
    { label: 'Last success', value: last_success && formatTime(last_success) },
    {
      label: 'Last error',
      value: last_error?.sentence && (
        <span className={hasJustFailed(status) ? s.error : undefined}>
          {formatTime(last_error.at)}: {last_error.sentence}
        </span>
      ),
    },
  ];
}
