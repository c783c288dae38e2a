// The console's own form state, for the fields under test.

import type { FormState } from '../../../../../src/platform/hooks/formState.ts';
import { useForm } from '../../../../../src/platform/hooks/useForm.ts';
import type { Rules } from '../../../../../src/shared/contract/validate.ts';

interface Sending {
  sent?: unknown[];
  busy?: boolean;
  error?: string;
}

/** The form state; valid submissions are added to `sent`. */
export function useTestForm<V extends Record<string, unknown>>(
  initial: V,
  rules: Rules<Extract<keyof V, string>> = {},
  { sent = [], busy = false, error }: Sending = {},
): FormState<V> {
  return useForm({
    initial,
    rules,
    send: async (values) => {
      sent.push(values);
      return { ok: true, answered: { data: values, message: '', unread: [] } };
    },
    action: { busy, error },
  });
}
