// Lists what a company waits for, in a row below its own: its HR system, with the whole error and the next call, and
// obstacles to automatic attendance.

import { useAction } from '../../../platform/hooks/useAction.ts';
import { hasFeature, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { BreakableText } from '../../../platform/ui/data/BreakableText.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/hr.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { moment, shortMoment } from '../../../shared/words/time.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CompanyTable.module.css';

interface CompanyWaitsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: HrSyncCompanyStatus;
  /** True while this page is syncing anything. */
  isAnyRunning: boolean;
  onRetryWaiting(): void;
  /** Moves the focus, since the pressed button disappears. */
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
    <div className={`${layout.row} ${s.wait}`}>
      {wait ? (
        <p>
          <b>
            {records} since {shortMoment(wait.since)}:
          </b>{' '}
          <BreakableText>{wait.sentence}</BreakableText>. Next try {moment(wait.next_try)}.
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

const call = 'PUT /hr-sync/companies/{id}/attendance-waits';

type Wait = NonNullable<HrSyncCompanyStatus['attendance_waits']>[number];

interface AttendanceWaitsProps {
  company: Pick<Company, 'id'>;
  waits: readonly Wait[];
  /** Moves the focus, since the pressed button is replaced. */
  onGone(): void;
}

/** Obstacles that somebody may lift: a silent door, or a person without a match in the HR system. */
function AttendanceWaits({ company, waits, onGone }: AttendanceWaitsProps) {
  return (
    <ul aria-label="Automatic attendance" className={`${layout.stack1} ${layout.list} ${s.attendance}`}>
      {waits.map((wait) => (
        <li key={`${wait.kind} ${wait.id}`} className={`${layout.row} ${s.wait}`}>
          <p>
            <b>Automatic attendance {wait.is_lifted ? 'does not wait' : 'waits'}:</b> {wait.sentence}.
          </p>
          <Lift company={company} wait={wait} onGone={onGone} />
        </li>
      ))}
    </ul>
  );
}

interface LiftProps {
  company: Pick<Company, 'id'>;
  wait: Wait;
  onGone(): void;
}

function Lift({ company, wait: { kind, id, sentence, is_lifted }, onGone }: LiftProps) {
  const mayLift = useCanCall()(call);
  const { run, busy } = useAction(call, { report: 'toast' });
  if (!mayLift || (kind !== 'door' && kind !== 'person')) return null;
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => {
        onGone();
        void run({ id: company.id, body: { kind, id, is_lifted: !is_lifted } });
      }}
    >
      {is_lifted ? 'Wait again' : 'Do not wait'}
      <VisuallyHidden>: {sentence}</VisuallyHidden>
    </Button>
  );
}
