// Reopens a closed month, for a reason that is kept.

import { type ClosedMonth, reasonRules } from '../../../shared/contract/corrections.ts';
import { monthTitle } from '../../../shared/words/months.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../../platform/hooks/useIsMounted.ts';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';

export function ReopenDialog({ closed, onClose }: { closed: ClosedMonth; onClose(): void }) {
  const isMounted = useIsMounted();
  const reopening = useAction('POST /closed-months/{id}/reopen', { after: () => isMounted() && onClose() });
  const form = useForm({
    initial: { reason: '' },
    rules: reasonRules,
    send: (body) => reopening.run({ id: closed.id, body }),
    action: reopening,
  });
  return (
    <FormDialog
      title={`Reopen ${monthTitle(closed.month)}`}
      submitLabel="Reopen Month"
      size="small"
      form={form}
      onClose={onClose}
    >
      <p>The days of &ldquo;{closed.company.name}&rdquo; can be corrected again.</p>
      <TextField name="reason" label="Reason" required autoFocus />
    </FormDialog>
  );
}
