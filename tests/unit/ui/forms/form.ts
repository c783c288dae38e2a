// The console's own form state, for the fields under test.

import type { Rules } from '../../../../src/contract/validate.ts';
import { useForm, type FormState } from '../../../../src/hooks/useForm.ts';

interface Sending {
  sent?: unknown[];
  busy?: boolean;
  error?: string;
}

/** Submitted values are added to `sent`. */
export function useTestForm<V extends object>(
  initial: V,
  rules: Rules<Extract<keyof V, string>> = {},
  { sent = [], busy = false, error }: Sending = {},
): FormState<V> {
  return useForm({
    initial,
    rules,
    send: async (values) => {
      sent.push(values);
      return { ok: true, answered: { data: values, message: '' } };
    },
    action: { busy, error },
  });
}
