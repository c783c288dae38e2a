// Makes one correction, or many of one kind, for one reason. It shows what would change before it is saved, and offers to
// undo it afterwards.

import { useState } from 'react';
import type { Answer } from '../../shared/contract/endpoints.ts';
import { messages } from '../../shared/contract/messages/writes.ts';
import { useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../platform/hooks/useIsMounted.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { toast } from '../../platform/ui/feedback/toasts.ts';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { atOurFields, complaintAbout, initialValues, isComplete, requestsOf, rulesFor } from './correctionForm.ts';
import type { CorrectionDraft } from './draft.ts';
import { DraftFields } from './DraftFields.tsx';
import { PreviewDays } from './PreviewDays.tsx';
import { undoAtOnce } from './undoAtOnce.ts';
import { usePreview } from './usePreview.ts';
import { kindWords, savedMessage } from './words.ts';
import * as s from './CorrectionDialog.module.css';

const call = 'POST /corrections';
/** Somebody else has corrected the same day meanwhile. */
const conflict = 409;

export interface CorrectionDialogProps {
  /** All of one kind. They do not change while the dialog is open. */
  drafts: readonly [CorrectionDraft, ...CorrectionDraft[]];
  onDone?(answer: Answer<typeof call>): void;
  onClose(): void;
}

export function CorrectionDialog({ drafts, onDone, onClose }: CorrectionDialogProps) {
  const [{ kind }] = drafts;
  const connection = useConnection();
  const isMounted = useIsMounted();
  const [isConflict, setConflict] = useState(false);
  const saving = useAction(call, {
    quiet: true,
    after({ data }) {
      const ids = data.corrections.map(({ id }) => id);
      const undo = { label: 'Undo', onSelect: () => void undoAtOnce(connection, ids) };
      // What is undone can be corrected again, but not undone once more.
      toast.good(savedMessage(ids.length, data.waiting), kind === 'undo' ? undefined : undo);
      if (!isMounted()) return;
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
      return { ...outcome, fields: atOurFields(outcome.fields) };
    },
    action: { busy: saving.busy, error: isConflict ? undefined : saving.error },
  });
  const wanted = isComplete(drafts, form.values) ? requestsOf(drafts, form.values) : null;
  const preview = usePreview(wanted, saving.busy);
  const hasErrors = Object.values(form.errors).some(Boolean);
  const words = kindWords[kind];

  const isMany = drafts.length > 1;
  const startsWithReason = isMany || kind !== 'add';
  const reason = <TextField name="reason" label="Reason" required autoFocus={startsWithReason} />;

  /** What this dialog began with is out of date: the list behind it shows who did what. */
  function lookAgain() {
    connection.queries.invalidate(messages[call].touches);
    onClose();
  }

  return (
    <FormDialog
      title={words.title(drafts.length)}
      submitLabel={words.submit(drafts.length)}
      form={form}
      onClose={onClose}
    >
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
      <p className={s.muted}>{words.explain}</p>
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
      {!hasErrors && <PreviewDays preview={preview} />}
    </FormDialog>
  );
}
