// The last day of employment of somebody who is to be erased, where nobody entered it.

import { required } from '../../../shared/contract/validate.ts';
import { lastDayRules } from '../../../shared/contract/privacy.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';

/** `onGiven` is called with a day once it is one. */
export function useLastDayForm(onGiven: (day: string) => void) {
  return useForm({
    initial: { last_day: '' },
    rules: { last_day: [required('Please enter the last day of employment'), ...lastDayRules.last_day] },
    async send({ last_day }) {
      onGiven(last_day);
      return { ok: true };
    },
    action: { busy: false, error: undefined },
  });
}

interface LastDayFieldProps {
  id: string;
  form: ReturnType<typeof useLastDayForm>;
}

export function LastDayField({ id, form }: LastDayFieldProps) {
  return (
    <Form form={form} id={id}>
      <TextField
        name="last_day"
        label="Last Day of Employment"
        type="date"
        hint="Only somebody who has left is erased. The audit log keeps the day"
        required
      />
    </Form>
  );
}
