// Asks before the selected records are marked as processed, and reports how many changed: in one call, or in many.

import { useState } from 'react';
import { BulkDialog } from '../../platform/bulk/BulkDialog.tsx';
import type { Api } from '../../platform/api/client.ts';
import { type AttendanceRecord, markProcessedRules } from '../../shared/contract/attendance.ts';
import { doneMessage } from '../../platform/api/calls.ts';
import { validate } from '../../shared/contract/validate.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { plural } from '../../shared/words/plural.ts';
import { useIsMounted } from '../../platform/hooks/useIsMounted.ts';
import { toast } from '../../platform/ui/feedback/toasts.ts';
import { Confirm } from '../../platform/ui/overlays/Confirm.tsx';

interface MarkProcessedProps {
  /** The selected ones. */
  records: readonly AttendanceRecord[];
  /** These are processed now. */
  onDone(ids: readonly number[]): void;
  onClose(): void;
}

const call = 'POST /attendance/mark-processed' as const;
/** In one call. Servers limit it; a page of an export has as many. */
const recordsAtOnce = 100;

const idsOf = (records: readonly AttendanceRecord[]) => records.map(({ id }) => id);

const task = {
  size: recordsAtOnce,
  async call(api: Api, records: readonly AttendanceRecord[]) {
    const { data } = await api(call, { body: { record_ids: idsOf(records) } });
    return data?.updated ?? records.length;
  },
  needs: call,
};

const words = {
  noun: 'record',
  doing: 'Marking as processed',
  done: 'marked as processed',
  already: 'already processed',
};

export function MarkProcessed(props: MarkProcessedProps) {
  // Fewer may be left at the end, or when the selection changes behind the question.
  const [isMany] = useState(props.records.length > recordsAtOnce);
  return isMany ? <MarkMany {...props} /> : <MarkOnce {...props} />;
}

/** A change of page or filter behind the dialog clears the selection. */
const complaintAbout = (selected: readonly AttendanceRecord[]) =>
  validate(markProcessedRules, { record_ids: selected }).record_ids;

/** Before and after: the specification has the message. */
function wordsFor(selected: readonly AttendanceRecord[]) {
  const already = selected.filter(({ is_processed }) => is_processed).length;
  const note = already > 0 ? ` ${groupDigits(already)} of them ${already === 1 ? 'is' : 'are'} already processed.` : '';
  return {
    title: 'Mark as Processed',
    question: `Mark ${plural(selected.length, 'record')} as processed? This cannot be undone.${note}`,
    confirmLabel: `Mark ${plural(selected.length, 'record')}`,
  };
}

function doneWords(updated: number, total: number): string {
  const done = doneMessage(call, {});
  return updated === total ? done : `${done} (${groupDigits(updated)} of ${groupDigits(total)} changed)`;
}

function MarkOnce({ records: selected, onDone, onClose }: MarkProcessedProps) {
  const isShown = useIsMounted();
  const marking = useAction(call, {
    quiet: true,
    after({ data }) {
      toast.good(doneWords(data?.updated ?? selected.length, selected.length));
      if (!isShown()) return;
      onDone(idsOf(selected));
      onClose();
    },
  });
  const complaint = complaintAbout(selected);
  const { question, ...labels } = wordsFor(selected);
  return (
    <Confirm
      {...labels}
      message={question}
      tone="primary"
      busy={marking.busy}
      error={complaint ?? marking.error}
      onConfirm={() => !complaint && void marking.run({ body: { record_ids: idsOf(selected) } })}
      onClose={onClose}
    />
  );
}

function MarkMany({ records, onDone, onClose }: MarkProcessedProps) {
  const { question, ...labels } = wordsFor(records);
  return (
    <BulkDialog
      {...labels}
      question={<p>{question}</p>}
      tone="primary"
      records={records}
      task={task}
      words={words}
      complaint={() => complaintAbout(records)}
      doneMessage={({ changed, total }) => doneWords(changed, total)}
      onEnd={({ done }) => onDone(idsOf(done))}
      onClose={onClose}
    />
  );
}
