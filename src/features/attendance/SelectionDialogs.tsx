// Marks the selected records as processed, or sends them to HR again.

import { useState } from 'react';
import { doneMessage } from '../../platform/api/calls.ts';
import type { Api } from '../../platform/api/client.ts';
import { BulkDialog } from '../../platform/bulk/BulkDialog.tsx';
import { toast } from '../../platform/hooks/toasts.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { Confirm } from '../../platform/ui/overlays/Confirm.tsx';
import { type AttendanceRecord, markProcessedRules } from '../../shared/contract/attendance.ts';
import { validate } from '../../shared/contract/validate.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';

interface MarkProcessedProps {
  /** The selected records. */
  records: readonly AttendanceRecord[];
  /** Receives the records that are processed now. */
  onDone(ids: readonly number[]): void;
  onClose(): void;
}

const markCall = 'POST /attendance/mark-processed' as const;
/** The most records in one call, which servers limit; as many as in a page of an export. */
const recordsAtOnce = 100;

const idsOf = (records: readonly AttendanceRecord[]) => records.map(({ id }) => id);

const markTask = {
  size: recordsAtOnce,
  async call(api: Api, records: readonly AttendanceRecord[]) {
    const { data } = await api(markCall, { body: { record_ids: idsOf(records) } });
    return data?.updated ?? records.length;
  },
  needs: markCall,
};

const markWords = {
  noun: 'record',
  doing: 'Marking as processed',
  done: 'marked as processed',
  already: 'already processed',
};

/** Asks before marking the records as processed, in one call or in many, and reports how many changed. */
export function MarkProcessed(props: MarkProcessedProps) {
  // Decided once: fewer may be left at the end, or when the selection changes behind the dialog.
  const [isMany] = useState(props.records.length > recordsAtOnce);
  return isMany ? <MarkMany {...props} /> : <MarkOnce {...props} />;
}

/** Complains about an empty selection: a change of page or filter behind the dialog clears it. */
const complaintAbout = (selected: readonly AttendanceRecord[]) =>
  validate(markProcessedRules, { record_ids: selected }).record_ids;

/** Words the question. The message afterwards is in the specification. */
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
  const done = doneMessage(markCall, {});
  return updated === total ? done : `${done} (${groupDigits(updated)} of ${groupDigits(total)} changed)`;
}

function MarkOnce({ records: selected, onDone, onClose }: MarkProcessedProps) {
  const marking = useAction(markCall, {
    quiet: true,
    after: ({ data }) => toast.good(doneWords(data?.updated ?? selected.length, selected.length)),
    whileOpen() {
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
      action={{ ...marking, error: complaint ?? marking.error }}
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
      task={markTask}
      words={markWords}
      complaint={() => complaintAbout(records)}
      doneMessage={({ changed, total }) => doneWords(changed, total)}
      onEnd={({ done }) => onDone(idsOf(done))}
      onClose={onClose}
    />
  );
}

const retryCall = 'POST /attendance/retry-hr' as const;

const retryTask = {
  size: 1_000,
  // Two runs of one company exclude each other.
  atOnce: 1,
  async call(api: Api, records: readonly AttendanceRecord[]) {
    const { data } = await api(retryCall, { body: { record_ids: idsOf(records) } });
    return data.success;
  },
  needs: retryCall,
};

const retryWords = { noun: 'record', doing: 'Sending again', done: 'accepted by HR', already: 'not accepted' };

/** Sends again what HR has not accepted, company by company, and says how many it accepts now. */
export function RetryHr({ records, onClose }: { records: readonly AttendanceRecord[]; onClose(): void }) {
  const count = plural(records.length, 'record');
  return (
    <BulkDialog
      title="Retry HR Sync"
      question={<p>Send {count} to HR again? What HR has accepted is never sent twice.</p>}
      confirmLabel={`Retry ${count}`}
      tone="primary"
      records={records}
      task={retryTask}
      words={retryWords}
      doneMessage={({ changed, total }) => `${groupDigits(changed)} of ${plural(total, 'record')} accepted by HR`}
      onEnd={() => {}}
      onClose={onClose}
    />
  );
}
