// History of a record, newest first, on the record's page or next to the list or form from which it was opened.

import { useState } from 'react';
import { Link } from 'wouter';
import type { AuditLine } from '../../../shared/contract/audit.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useResource } from '../../hooks/useResource.ts';
import { Button } from '../../ui/Button.tsx';
import { ResourceView } from '../../ui/data/ResourceView.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { historyAddress, type Subject } from './auditAddress.ts';
import { Changes } from './Changes.tsx';
import { addressInWords, fieldsInWords, sentenceOf } from './entryWords.ts';
import * as layout from '../../ui/layout/layout.module.css';
import * as s from './Changes.module.css';

interface HistoryDialogProps {
  of: Subject;
  name: string;
  onClose(): void;
}

const perPage = 20;

export default function HistoryDialog({ of, name, onClose }: HistoryDialogProps) {
  return (
    <Dialog title={`History of ${name}`} size="wideSide" onClose={onClose}>
      <RecordHistory of={of} />
    </Dialog>
  );
}

/** The history itself, in the dialog or on the page of the record. */
export function RecordHistory({ of }: Pick<HistoryDialogProps, 'of'>) {
  return (
    <div className={layout.stack3}>
      <HistoryPage of={of} />
      <p>
        <Link href={historyAddress(of)}>Open in Audit</Link>
      </p>
    </div>
  );
}

/** Page of entries, from the newest or before a given one, with further pages below. */
function HistoryPage({ of, before }: { of: Subject; before?: number }) {
  const query = { subject: of.subject, subject_id: of.id, limit: perPage, ...(before !== undefined && { before }) };
  const page = useResource('GET /audit', { query });
  const [isContinued, setContinued] = useState(false);
  return (
    <ResourceView resource={page} loading="Loading history…" lines={6}>
      {({ entries, next }) => (
        <>
          {entries.length === 0 && before === undefined && (
            <EmptyState icon="attendance" title="No history yet" hint="Nothing about it has been recorded so far." />
          )}
          <ol className={`${layout.list} ${layout.stack3}`}>
            {entries.map((line) => (
              <li key={line.id} className={`${layout.stack1} ${s.entry}`}>
                <Entry line={line} />
              </li>
            ))}
          </ol>
          {next !== null && !isContinued && <Button onClick={() => setContinued(true)}>Show Older</Button>}
          {next !== null && isContinued && (
            <div ref={focused} role="group" aria-label="Older entries" tabIndex={-1} className={layout.stack3}>
              <HistoryPage of={of} before={next} />
            </div>
          )}
        </>
      )}
    </ResourceView>
  );
}

/** Focuses the new entries, since the button that was pressed has disappeared. */
const focused = (group: HTMLElement | null) => group?.focus();

function Entry({ line }: { line: AuditLine }) {
  const [isOpen, setOpen] = useState(false);
  const fields = fieldsInWords(line.changed);
  const label = isOpen ? 'Hide Details' : 'Details';
  return (
    <>
      <p className={s.sentence}>{sentenceOf(line)}</p>
      <p className={layout.hint}>
        <time dateTime={line.at}>{formatTime(line.at)}</time>
        {line.address !== '' && ` · from ${addressInWords(line.address)}`}
        {fields && ` · ${fields}`}
      </p>
      <Button
        kind="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-label={`${label} of entry ${line.id}`}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && <EntryDetails id={line.id} />}
    </>
  );
}

function EntryDetails({ id }: { id: number }) {
  const entry = useResource('GET /audit/{id}', { id });
  return (
    <ResourceView resource={entry} loading="Loading details…" lines={3}>
      {({ before, after }) => <Changes before={before} after={after} />}
    </ResourceView>
  );
}
