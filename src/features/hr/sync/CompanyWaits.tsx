// Lists a company's problems and what waits, in a row below its own, each with its button: the last error as a whole,
// rejected records, records that wait for the HR system, and obstacles to automatic attendance.

import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { BreakableText } from '../../../platform/ui/data/BreakableText.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { HrSyncCompanyStatus } from '../../../shared/contract/hr.ts';
import { moment, shortMoment } from '../../../shared/words/moment.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { disabledReasonOf, hasJustFailed } from './condition.ts';
import type { Sync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CompanyTable.module.css';

interface CompanyWaitsProps {
  company: Pick<Company, 'id' | 'name'>;
  status: HrSyncCompanyStatus;
  sync: Sync;
  /** Moves the focus, since the pressed button disappears. */
  onGone(): void;
}

export function CompanyWaits({ company, status, sync, onGone }: CompanyWaitsProps) {
  const hasConnectors = useHasFeature('hr_connectors');
  const mayRetry = useCanCall()('POST /hr-sync/companies/{id}/retry');
  const { failed = 0, wait, last_error, leave_error, attendance_waits = [] } = status;
  // Another server might retry rejected records, too.
  const waiting = hasConnectors ? (status.waiting ?? 0) : 0;
  const isSaidByWait = waiting > 0 && wait && last_error?.sentence.includes(wait.sentence);
  const error = last_error?.sentence && !isSaidByWait && (
    <p className={hasJustFailed(status) ? s.error : ''}>
      Last error {moment(last_error.at)}: <BreakableText>{last_error.sentence}</BreakableText>
      {waiting === 0 && wait && `. Next try ${moment(wait.next_try)}.`}
    </p>
  );
  if (!error && !leave_error && failed + waiting + attendance_waits.length === 0) return null;
  const retry = (count: number, kind: string, send: Sync['retry']) => {
    const label = `Retry Now (${groupDigits(count)})`;
    return (
      mayRetry && (
        <Button
          size="small"
          aria-label={`${label}: ${kind} records of ${company.name}`}
          icon={<Icon name="refresh" />}
          disabledReason={disabledReasonOf(status, sync.underWay !== undefined)}
          onClick={() => {
            onGone();
            send(company);
          }}
        >
          {label}
        </Button>
      )
    );
  };
  return (
    <tr className={s.waits}>
      <td colSpan={7}>
        {failed + waiting === 0 && error}
        {failed > 0 && (
          <div className={`${layout.row} ${s.wait}`}>
            <div className={s.said}>
              {error}
              <p>
                <b>{plural(failed, 'record')} rejected.</b> {failed === 1 ? 'It needs' : 'They need'} a manual retry.
              </p>
            </div>
            {retry(failed, 'rejected', sync.retry)}
          </div>
        )}
        {waiting > 0 && (
          <div className={`${layout.row} ${s.wait}`}>
            <div className={s.said}>
              {failed === 0 && error}
              <p>
                <b>
                  {plural(waiting, 'record')} {waiting === 1 ? 'waits' : 'wait'}
                  {wait && ` since ${shortMoment(wait.since)}:`}
                </b>{' '}
                {wait ? (
                  <BreakableText>{`${wait.sentence}. Next try ${moment(wait.next_try)}.`}</BreakableText>
                ) : (
                  `${status.has_hr_url ? 'for the next try' : 'until an HR URL is configured'}.`
                )}
              </p>
            </div>
            {retry(waiting, 'waiting', sync.retryWaiting)}
          </div>
        )}
        {leave_error && <p className={s.error}>Leave could not be read: {leave_error}</p>}
        {attendance_waits.length > 0 && <AttendanceWaits company={company} waits={attendance_waits} onGone={onGone} />}
      </td>
    </tr>
  );
}

const call = 'PUT /hr-sync/companies/{id}/attendance-waits';

type Wait = NonNullable<HrSyncCompanyStatus['attendance_waits']>[number];

interface AttendanceWaitsProps extends Pick<CompanyWaitsProps, 'company' | 'onGone'> {
  waits: readonly Wait[];
}

/** Obstacles that somebody may lift: a silent door, or a person without a match in the HR system. */
function AttendanceWaits({ company, waits, onGone }: AttendanceWaitsProps) {
  return (
    <ul aria-label="Automatic attendance" className={`${layout.stack1} ${layout.list} ${s.attendance}`}>
      {waits.map((wait) => (
        <li key={`${wait.kind} ${wait.id}`} className={`${layout.row} ${s.wait}`}>
          <p className={s.said}>
            <b>Automatic attendance {wait.is_lifted ? 'does not wait' : 'waits'}:</b> {wait.sentence}.
          </p>
          <Lift company={company} wait={wait} onGone={onGone} />
        </li>
      ))}
    </ul>
  );
}

interface LiftProps extends Pick<CompanyWaitsProps, 'company' | 'onGone'> {
  wait: Wait;
}

function Lift({ company, wait: { kind, id, sentence, is_lifted }, onGone }: LiftProps) {
  const mayLift = useCanCall()(call);
  const { run, busy } = useAction(call, { report: 'toast' });
  if (!mayLift || (kind !== 'door' && kind !== 'person')) return null;
  const label = is_lifted ? 'Wait Again' : 'Do Not Wait';
  return (
    <Button
      size="small"
      aria-label={`${label}: ${sentence}`}
      busy={busy}
      onClick={() => {
        onGone();
        void run({ id: company.id, body: { kind, id, is_lifted: !is_lifted } });
      }}
    >
      {label}
    </Button>
  );
}
