// Sends the selected records again that HR has not accepted, company by company, and says how many it accepted now.

import { BulkDialog } from '../../platform/bulk/BulkDialog.tsx';
import type { Api } from '../../platform/api/client.ts';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { plural } from '../../shared/words/plural.ts';

const call = 'POST /attendance/retry-hr' as const;
/** A run of one company takes at most five minutes. */
const timeLimit = 10 * 60_000;

const task = {
  size: 1_000,
  // Two runs of one company exclude each other.
  atOnce: 1,
  async call(api: Api, records: readonly AttendanceRecord[]) {
    const { data } = await api(call, { body: { record_ids: records.map(({ id }) => id) } }, { timeLimit });
    return data.success;
  },
  needs: call,
};

const words = { noun: 'record', doing: 'Sending again', done: 'accepted by HR', already: 'not accepted' };

interface RetryHrProps {
  records: readonly AttendanceRecord[];
  onClose(): void;
}

export function RetryHr({ records, onClose }: RetryHrProps) {
  const count = plural(records.length, 'record');
  return (
    <BulkDialog
      title="Retry HR Sync"
      question={<p>Send {count} to HR again? What HR has accepted is never sent twice.</p>}
      confirmLabel={`Retry ${count}`}
      tone="primary"
      records={records}
      task={task}
      words={words}
      doneMessage={({ changed, total }) => `${groupDigits(changed)} of ${plural(total, 'record')} accepted by HR`}
      onEnd={() => {}}
      onClose={onClose}
    />
  );
}
