// What became of a record in the HR sync, and Retry while HR has not accepted it. A record that would replace what HR has
// is sent only if somebody says so.

import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { doneMessage } from '../../contract/messages/writes.ts';
import { hrStateText } from '../../hr/hrStates.ts';
import { formatTime } from '../../format/time.ts';
import { useAction } from '../../hooks/useAction.ts';
import { offers } from '../../session/permissions.ts';
import { useMay } from '../../session/useMay.ts';
import { useUser } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/feedback/toasts.ts';
import * as s from './RecordDialog.module.css';

const call = 'POST /attendance/retry-hr';
/** HR systems may be slow. */
const timeLimit = 2 * 60_000;

export const isRetriable = ({ hr_state }: AttendanceRecord): boolean => hr_state === 'failed' || hr_state === 'waiting';

/** Who may, where the server can. */
export function useMayRetry(): boolean {
  const hasRetry = offers(useUser(), 'hr_state');
  return useMay()(call) && hasRetry;
}

export function HrDelivery({ record }: { record: AttendanceRecord }) {
  const mayRetry = useMayRetry();
  const retry = useAction(call, {
    report: 'toast',
    timeLimit,
    quiet: true,
    after({ data }) {
      const [reason] = data.errors;
      const message = doneMessage(call, data);
      if (data.success > 0) toast.good(message);
      else toast.bad(reason ? `${message}. ${reason}` : message);
    },
  });
  const isReplacement = record.hr_sync?.reason === 'replaces_sent';
  return (
    <>
      <p>{describe(record)}</p>
      {(isRetriable(record) || isReplacement) && mayRetry && (
        <Button
          className={s.add}
          icon={<Icon name="refresh" />}
          busy={retry.busy}
          onClick={() => void retry.run({ body: { record_ids: [record.id] } })}
        >
          {isReplacement ? 'Send It Anyway' : 'Retry'}
        </Button>
      )}
    </>
  );
}

/** The list knows only the state. */
function describe({ hr_sync, hr_state = '' }: AttendanceRecord): string {
  if (!hr_sync) return hrStateText(hr_state);
  const next = hr_sync.next_try && ` Next try: ${formatTime(hr_sync.next_try)}.`;
  const sentence = hr_sync.sentence || hr_sync.reason || hr_sync.state;
  return `${sentence.replace(/\.?$/, '.')}${next}`;
}
