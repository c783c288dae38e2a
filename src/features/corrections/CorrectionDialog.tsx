// Makes one or many corrections of one kind, with one reason. It shows what would change before they are saved, and
// offers to undo them afterwards.

import { useState } from 'react';
import { failedMessage, touchedBy } from '../../platform/api/calls.ts';
import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import { toast } from '../../platform/hooks/toasts.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { usePreview } from '../../platform/hooks/usePreview.ts';
import type { Connection } from '../../platform/session/connection.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { StatusIcon } from '../../platform/ui/StatusIcon.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { CorrectionKind } from '../../shared/contract/corrections.ts';
import { eventTypes } from '../../shared/words/attendanceText.ts';
import { plural } from '../../shared/words/plural.ts';
import { dayTitle } from '../../shared/words/time.ts';
import { Preview, typingPauseMs } from './CorrectionPreview.tsx';
import {
  atFormFields,
  type CorrectionDraft,
  complaintAbout,
  fieldName,
  initialValues,
  isComplete,
  requestsOf,
  rulesFor,
} from './drafts.ts';
import * as field from '../../platform/ui/forms/Field.module.css';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CorrectionDialog.module.css';

const call = 'POST /corrections';
/** The status if somebody else has corrected the same day meanwhile. */
const conflict = 409;

export interface CorrectionDialogProps {
  /** All of one kind. They do not change while the dialog is open. */
  drafts: readonly [CorrectionDraft, ...CorrectionDraft[]];
  onDone?(answer: Answer<typeof call>): void;
  onClose(): void;
}

export default function CorrectionDialog({ drafts, onDone, onClose }: CorrectionDialogProps) {
  const [{ kind }] = drafts;
  const connection = useConnection();
  const [isConflict, setConflict] = useState(false);
  const saving = useAction(call, {
    quiet: true,
    after({ data }) {
      const ids = data.corrections.map(({ id }) => id);
      const undo = { label: 'Undo', onSelect: () => void undoAtOnce(connection, ids) };
      // Offer no undo of an undo: what it undid can be corrected again.
      toast.good(savedMessage(ids.length, data.waiting), kind === 'undo' ? undefined : undo);
    },
    whileOpen({ data }) {
      onDone?.(data);
      onClose();
    },
  });
  const [initial] = useState(() => initialValues(drafts));
  const form = useForm({
    initial,
    rules: rulesFor(drafts),
    async send(values) {
      const outcome = await saving.run({
        body: { corrections: requestsOf(drafts, values), reason: values.reason ?? '' },
      });
      if (outcome.ok) return outcome;
      setConflict(outcome.status === conflict);
      return { ...outcome, fields: atFormFields(outcome.fields) };
    },
    action: { busy: saving.busy, error: isConflict ? undefined : saving.error },
  });
  // The preview needs no real reason, which does not affect the day.
  const previewArgs = isComplete(drafts, form.values)
    ? { body: { corrections: requestsOf(drafts, form.values), reason: 'Preview' } }
    : null;
  const preview = usePreview('POST /corrections/preview', previewArgs, { pauseMs: typingPauseMs, isHeld: saving.busy });
  const hasErrors = Object.values(form.errors).some(Boolean);
  const words = kindWords[kind];
  const title = words.title(drafts.length);

  const isMany = drafts.length > 1;
  const startsWithReason = isMany || kind !== 'add';
  const reason = <TextField name="reason" label="Reason" required autoFocus={startsWithReason} />;

  /** Goes back to the list, which shows who did what: the dialog began with outdated data. */
  function lookAgain() {
    connection.queries.invalidate(touchedBy(call));
    onClose();
  }

  return (
    <FormDialog title={title} submitLabel={words.submit ?? title} form={form} onClose={onClose}>
      {isConflict && saving.error && (
        <Banner
          tone="bad"
          action={
            <Button size="small" onClick={lookAgain}>
              Look Again
            </Button>
          }
        >
          {saving.error}
        </Banner>
      )}
      <p className={layout.muted}>{words.explain}</p>
      {isMany && reason}
      {drafts.map((draft, index) => (
        <DraftFields
          key={index}
          draft={draft}
          index={index}
          autoFocus={!startsWithReason && index === 0}
          complaint={complaintAbout(index, form.errors, form.values)}
        />
      ))}
      {!isMany && reason}
      {!hasErrors &&
        (previewArgs ? <Preview of={preview} /> : <p className={layout.muted}>Enter the time to see what changes.</p>)}
    </FormDialog>
  );
}

interface DraftFieldsProps {
  draft: CorrectionDraft;
  index: number;
  autoFocus: boolean;
  /** The server's complaint about something without a field here. */
  complaint: string | undefined;
}

/** Shows one correction: whom it is about, what can be changed about it, and the server's complaint about the rest. */
function DraftFields({ draft, index, autoFocus, complaint }: DraftFieldsProps) {
  return (
    <fieldset className={s.draft}>
      <legend className={s.who}>
        {draft.who}
        <span className={s.date}>{dayTitle(draft.day)}</span>
      </legend>
      {draft.kind === 'add' ? (
        <div className={s.event}>
          <TextField name={fieldName(index, 'date')} label="Date" type="date" required />
          <TextField name={fieldName(index, 'time')} label="Time" type="time" required autoFocus={autoFocus} />
          <SelectField name={fieldName(index, 'event')} label="Event" options={eventTypes} />
        </div>
      ) : (
        <p>{draft.what}</p>
      )}
      {complaint && (
        <p role="alert" className={`${field.notes} ${field.error}`}>
          <StatusIcon name="warning" />
          {complaint}
        </p>
      )}
    </fieldset>
  );
}

/** Undoes the corrections just made, from the message after saving. */
async function undoAtOnce({ api, queries }: Connection, ids: readonly number[]): Promise<void> {
  const corrections = ids.map((correction_id) => ({ kind: 'undo' as const, correction_id }));
  try {
    const { data } = await api(call, { body: { corrections, reason: 'Undone right after it was saved' } });
    const undone = ids.length === 1 ? 'Correction undone' : 'Corrections undone';
    // If a second person has approved it meanwhile, the undo needs approval, too.
    toast.good(data.waiting > 0 ? savedMessage(ids.length, data.waiting) : undone);
  } catch (error) {
    toast.bad(describeFailure(asApiError(error), failedMessage(call)));
  } finally {
    queries.invalidate(touchedBy(call));
  }
}

interface KindWords {
  title(count: number): string;
  /** The button's label, if it is not the title. */
  submit?: string;
  /** Says what the correction does. */
  explain: string;
}

/** 'Add Event', 'Add 2 Events' */
const counted = (verb: string, noun: string) => (count: number) =>
  `${verb} ${count === 1 ? noun : plural(count, noun)}`;

const kindWords: Readonly<Record<CorrectionKind, KindWords>> = {
  add: {
    title: counted('Add', 'Event'),
    explain: 'The event counts as if a controller had sent it, and is marked as added by hand.',
  },
  set_aside: {
    title: counted('Ignore', 'Event'),
    explain: 'The event no longer counts. It stays in the list, marked as set aside, as the controller sent it.',
  },
  as_is: {
    title: (count) => `Accept As It Is${count === 1 ? '' : `: ${plural(count, 'Exception')}`}`,
    submit: 'Accept As It Is',
    explain: 'The hours stay as they are, and the exception is answered.',
  },
  change_direction: {
    title: (count) => `Change Direction${count === 1 ? '' : ` of ${plural(count, 'Event')}`}`,
    explain: 'A check-in becomes a check-out, or the other way round. What the controller sent is kept, and set aside.',
  },
  undo: {
    title: counted('Undo', 'Correction'),
    explain: 'The correction no longer counts. It stays in the list.',
  },
};

/** Says after saving whether the correction counts already. */
function savedMessage(count: number, waiting: number): string {
  if (waiting > 0)
    return `Saved. ${waiting === 1 ? 'It waits' : `${plural(waiting, 'correction')} wait`} for a second person.`;
  return count === 1 ? 'Correction saved successfully' : `${plural(count, 'correction')} saved successfully`;
}
