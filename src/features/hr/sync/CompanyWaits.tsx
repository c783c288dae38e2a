// What a company waits for, in a row below its own: its HR system, with the whole error and when it is called again, and
// what keeps automatic attendance there from beginning.

import type { Company } from '../../../shared/contract/entities/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/entities/hr.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { BreakableText } from '../../../platform/ui/data/BreakableText.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { AttendanceWaits } from './AttendanceWaits.tsx';
import { minuteOf } from './minuteOf.ts';
import * as s from './CompanyTable.module.css';

interface CompanyWaitsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: HrSyncCompanyStatus;
  /** This page is syncing something. */
  isAnyRunning: boolean;
  onRetryWaiting(): void;
  /** A pressed button disappears with what it does: the focus must go elsewhere. */
  onGone(): void;
}

export function CompanyWaits({ company, status, onGone, ...actions }: CompanyWaitsProps) {
  const { waiting = 0, attendance_waits = [] } = status;
  // Another server might retry rejected records, too.
  const hasRecords = hasFeature(useUser(), 'hr_connectors') && waiting > 0;
  if (!hasRecords && attendance_waits.length === 0) return null;
  return (
    <tr className={s.waits}>
      <td colSpan={7}>
        {hasRecords && <WaitingRecords company={company} status={status} onGone={onGone} {...actions} />}
        {attendance_waits.length > 0 && <AttendanceWaits company={company} waits={attendance_waits} onGone={onGone} />}
      </td>
    </tr>
  );
}

function WaitingRecords({ company, status, isAnyRunning, onRetryWaiting, onGone }: CompanyWaitsProps) {
  const mayRetry = useCanCall()('POST /hr-sync/companies/{id}/retry');
  const { wait, waiting = 0 } = status;
  const records = `${groupDigits(waiting)} ${waiting === 1 ? 'record waits' : 'records wait'}`;
  return (
    <div className={s.wait}>
      {wait ? (
        <p>
          <b>
            {records} since {minuteOf(wait.since)}:
          </b>{' '}
          <BreakableText>{wait.sentence}</BreakableText>. Next try {minuteOf(wait.next_try)}.
        </p>
      ) : (
        <p>{records} for the next try.</p>
      )}
      {mayRetry && (
        <Button
          size="small"
          icon={<Icon name="refresh" />}
          disabledReason={isAnyRunning || status.is_running ? 'A sync is running' : undefined}
          onClick={() => {
            onGone();
            onRetryWaiting();
          }}
        >
          Retry now ({groupDigits(waiting)})<VisuallyHidden> of {company.name}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}
