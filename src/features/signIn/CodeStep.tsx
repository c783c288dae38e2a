// A code: of the authenticator app, or a recovery code.

import { required } from '../../shared/contract/validate.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import type { ProofAction } from './proofAction.ts';

interface CodeStepProps {
  method: 'authenticator_app' | 'recovery_code';
  action: ProofAction;
  submitLabel: string;
}

const fields = {
  authenticator_app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes that you kept. Each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

export function CodeStep({ method, action, submitLabel }: CodeStepProps) {
  const form = useForm({
    initial: { code: '' },
    rules: { code: [required('Code is required')] },
    send: ({ code }) => action.send({ method, code, passkey: null }),
    action,
  });
  return (
    <Form form={form} label="Second factor">
      <TextField name="code" {...fields[method]} spellCheck={false} required autoFocus />
      <Button kind="primary" type="submit" busy={form.busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}
