// Asks before the selected records are marked as processed, and reports how many changed.

import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { doneMessage } from '../../contract/messages/writes.ts';
import { markProcessedRules } from '../../contract/rules.ts';
import { validate } from '../../contract/validate.ts';
import { useAction } from '../../hooks/useAction.ts';
import { plural } from '../../format/plural.ts';
import { useIsMounted } from '../../hooks/useIsMounted.ts';
import { toast } from '../../ui/feedback/toasts.ts';
import { Confirm } from '../../ui/overlays/Confirm.tsx';

interface MarkProcessedProps {
  /** Shown and selected. */
  records: readonly AttendanceRecord[];
  onDone(): void;
  onClose(): void;
}

export function MarkProcessed({ records: selected, onDone, onClose }: MarkProcessedProps) {
  const already = selected.filter(({ is_processed }) => is_processed).length;
  const isShown = useIsMounted();
  const marking = useAction('POST /attendance/mark-processed', {
    quiet: true,
    after({ data }) {
      const done = doneMessage('POST /attendance/mark-processed', data);
      const isPart = data && data.updated !== selected.length;
      toast.good(isPart ? `${done} (${data.updated} of ${selected.length} changed)` : done);
      if (isShown()) onDone();
    },
  });
  // A change of page or filter behind the dialog clears the selection.
  const complaint = validate(markProcessedRules, { record_ids: selected }).record_ids;
  const note = already > 0 ? ` ${already} of them ${already === 1 ? 'is' : 'are'} already processed.` : '';

  return (
    <Confirm
      title="Mark as Processed"
      message={`Mark ${plural(selected.length, 'record')} as processed? This cannot be undone.${note}`}
      confirmLabel={`Mark ${plural(selected.length, 'record')}`}
      tone="primary"
      busy={marking.busy}
      error={complaint ?? marking.error}
      onConfirm={() => !complaint && void marking.run({ body: { record_ids: selected.map(({ id }) => id) } })}
      onClose={onClose}
    />
  );
}
