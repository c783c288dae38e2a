// The form of an erasure: nobody is erased by a slip.

import { type Check, textOf } from '../../../shared/contract/validate.ts';
import { reasonRules } from '../../../shared/contract/corrections.ts';
import type { Outcome } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';

export type EraseForm = ReturnType<typeof useEraseForm>;

export function useEraseForm(
  name: string,
  action: { busy: boolean; error: string | undefined },
  send: (reason: string) => Promise<Outcome<unknown>>,
) {
  const isName: Check = (typed) =>
    textOf(typed).trim() === name.trim() ? undefined : `Please type the name as it is written: ${name}`;
  return useForm({
    initial: { reason: '', name: '' },
    rules: { ...reasonRules, name: [isName] },
    send: ({ reason }) => send(reason),
    action,
  });
}
