// Approves or refuses somebody else's correction. A refusal needs a reason.

import { type Correction, reasonRules } from '../../../shared/contract/corrections.ts';
import { correctionText } from '../../../shared/words/correctionText.ts';
import { dayTitle } from '../../../shared/words/days.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../../platform/hooks/useIsMounted.ts';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { toast } from '../../../platform/ui/feedback/toasts.ts';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';

interface DecideDialogProps {
  correction: Correction;
  agree: boolean;
  onClose(): void;
}

export function DecideDialog({ correction, agree, onClose }: DecideDialogProps) {
  const isMounted = useIsMounted();
  const decision = useAction('POST /corrections/{id}/decide', {
    quiet: true,
    after() {
      toast.good(agree ? 'Correction approved' : 'Correction refused');
      if (isMounted()) onClose();
    },
  });
  const form = useForm({
    initial: { reason: '' },
    rules: agree ? {} : reasonRules,
    send: ({ reason }) => decision.run({ id: correction.id, body: { agree, reason } }),
    action: decision,
  });
  const label = agree ? 'Approve' : 'Refuse';
  return (
    <FormDialog title={`${label} Correction`} submitLabel={label} form={form} onClose={onClose}>
      <Facts
        items={[
          { label: 'Person', value: correctionText.person(correction) },
          { label: 'Day', value: dayTitle(correction.day) },
          { label: 'Correction', value: correctionText.deed(correction) },
          { label: 'Reason', value: correction.reason },
          { label: 'Author', value: correctionText.author(correction) },
          { label: 'HR system', value: correction.hr },
        ]}
      />
      <TextField name="reason" label={agree ? 'Note' : 'Reason'} required={!agree} autoFocus />
    </FormDialog>
  );
}
