// Says what became of a record in the HR sync, with Retry until HR accepts it. A record that would replace one HR has
// is sent only on request.

import { Link } from 'wouter';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { moment } from '../../shared/words/moment.ts';
import { matchAddress } from '../hr/hrAddresses.ts';
import { hrStateText } from '../hr/hrStates.ts';
import { useRetryHr } from '../hr/useRetryHr.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './RecordDialog.module.css';

export const isRetriable = ({ hr_state }: AttendanceRecord): boolean => hr_state === 'failed' || hr_state === 'waiting';

export function HrDelivery({ record }: { record: AttendanceRecord }) {
  const { mayRetry, busy, retry } = useRetryHr();
  const canCall = useCanCall();
  const { hr_sync, company } = record;
  const isReplacement = hr_sync?.reason === 'replaces_sent';
  return (
    <>
      <p>{deliveryInWords(record)}</p>
      {hr_sync?.evidence && <p className={layout.muted}>{hr_sync.evidence}.</p>}
      {company?.id !== undefined &&
        hr_sync?.reason === 'unmatched_employee' &&
        canCall('GET /companies/{id}/hr-people') && <Link href={matchAddress(company.id)}>Match Employees</Link>}
      {(isRetriable(record) || isReplacement) && mayRetry && (
        <Button className={s.below} icon={<Icon name="refresh" />} busy={busy} onClick={() => retry([record.id])}>
          {isReplacement ? 'Send It Anyway' : 'Retry'}
        </Button>
      )}
    </>
  );
}

/** Falls back to the state, which is all that the list knows. */
function deliveryInWords({ hr_sync, hr_state = '' }: AttendanceRecord): string {
  if (!hr_sync) return hrStateText(hr_state);
  const next = hr_sync.next_try && ` Next try: ${moment(hr_sync.next_try)}.`;
  const sentence = hr_sync.sentence || hr_sync.reason || hr_sync.state;
  return `${sentence.replace(/\.?$/, '.')}${next}`;
}
