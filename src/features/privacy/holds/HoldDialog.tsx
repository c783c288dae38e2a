// Places a legal hold on a company, an employee or a user: their data is neither removed nor erased while it stands.

import type { HoldKind } from '../../../shared/contract/privacy.ts';
import { isBlank, type Check } from '../../../shared/contract/validate.ts';
import { reasonRules } from '../../../shared/contract/corrections.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../../platform/hooks/useIsMounted.ts';
import { TextAreaField } from '../../../platform/ui/forms/TextAreaField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { SubjectFields } from './SubjectFields.tsx';

interface HoldDialogProps {
  /** Undefined where it is to be chosen. */
  subject?: { kind: HoldKind; id: number; name: string };
  onClose(): void;
}

type HoldValues = { kind: HoldKind; reason: string } & Record<HoldKind, string>;

/** Of the three, only what is chosen needs a choice. */
const chosen =
  (field: HoldKind, complaint: string): Check =>
  (value, { kind }) =>
    kind === field && isBlank(value) ? complaint : undefined;

const rules = {
  employees: [chosen('employees', 'Please choose an employee')],
  users: [chosen('users', 'Please choose a user')],
  companies: [chosen('companies', 'Please choose a company')],
  ...reasonRules,
};

export function HoldDialog({ subject, onClose }: HoldDialogProps) {
  const isMounted = useIsMounted();
  const placing = useAction('POST /legal-holds', { after: () => isMounted() && onClose() });
  const initial: HoldValues = { kind: 'employees', employees: '', users: '', companies: '', reason: '' };
  if (subject) Object.assign(initial, { kind: subject.kind, [subject.kind]: String(subject.id) });
  const form = useForm({
    initial,
    rules,
    send: ({ kind, reason, ...ids }) => placing.run({ body: { kind, subject_id: Number(ids[kind]), reason } }),
    action: placing,
  });
  return (
    <FormDialog
      title={subject ? `Legal Hold on ${subject.name}` : 'Add Legal Hold'}
      submitLabel="Place Legal Hold"
      form={form}
      onClose={onClose}
    >
      <p>No rule removes and nobody erases what is held, until somebody ends the hold.</p>
      {!subject && <SubjectFields />}
      <TextAreaField name="reason" label="Reason" rows={2} hint="Such as the number of the case" required />
    </FormDialog>
  );
}
