// Values, errors and submission of a form. Nothing is sent while a rule is broken. The server's error about a field is
// shown until the field is changed.

import { useCallback, useState } from 'react';
import type { Answer, Args, WriteKey } from '../../shared/contract/calls.ts';
import { type FieldErrors, type Rules, validate } from '../../shared/contract/validate.ts';
import type { FormState } from './formState.ts';
import { type ActionOptions, type Outcome, useAction, withFields } from './useAction.ts';

/** Outcome without the answer, which a form does not need. */
type Sent = Pick<Extract<Outcome<unknown>, { ok: true }>, 'ok'> | Extract<Outcome<unknown>, { ok: false }>;

interface FormOptions<V extends Record<string, unknown>> {
  initial: V;
  rules: Rules<Extract<keyof V, string>>;
  send(values: V, another: boolean): Promise<Sent | Rebased<V>>;
  /** State of the action that sends it. */
  action: { busy: boolean; error: string | undefined };
  /** Whether the form stays open after submitting, and so can be edited while it is being saved. */
  stays?: boolean;
}

/** Result of sending nothing because the initial values have changed meanwhile, from which the form continues. */
export interface Rebased<V> {
  ok: false;
  fields: FieldErrors;
  rebased: { start: V; values: V };
}

export function useForm<V extends Record<string, unknown>>({
  initial,
  rules,
  send,
  action,
  stays = false,
}: FormOptions<V>): FormState<V> & { restart(values: V): void } {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Extract<keyof V, string>>>({});
  const [attempts, setAttempts] = useState(0);
  const [restarts, setRestarts] = useState(0);

  const set = useCallback(<K extends keyof V>(field: K, value: V[K]) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }, []);

  /** Returns whether there are any. */
  function show(complaints: FieldErrors<Extract<keyof V, string>>): boolean {
    const isRefused = Object.keys(complaints).length > 0;
    setErrors(complaints);
    if (isRefused) setAttempts((n) => n + 1);
    return isRefused;
  }

  function restart(next: V) {
    setStart(next);
    setValues(next);
    setErrors({});
    setRestarts((n) => n + 1);
  }

  async function submit(another: boolean) {
    if (action.busy) return;
    if (show(validate(rules, values))) return;
    const outcome = await send(values, another);
    if (outcome.ok) return;
    show(outcome.fields);
    if (!('rebased' in outcome)) return;
    setStart(outcome.rebased.start);
    setValues(outcome.rebased.values);
  }

  // The server may name fields that the form does not have: its own, or a list item such as 'roles.0'.
  const unplaced = Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in values)));

  return {
    values,
    errors,
    dirty: fingerprint(values) !== fingerprint(start),
    busy: action.busy,
    error: withFields(action.error, unplaced) || undefined,
    attempts,
    restarts,
    // Otherwise, closing on success would silently lose what was typed after submitting.
    frozen: action.busy && !stays,
    set,
    submit: (another = false) => void submit(another),
    restart,
  };
}

type ActionFormOptions<K extends WriteKey, V extends Record<string, unknown>> = ActionOptions<Answer<K>> &
  Pick<FormOptions<V>, 'initial' | 'rules'> & { args(values: V): Args<K> };

/** Form that is sent by a single call. */
export function useActionForm<K extends WriteKey, V extends Record<string, unknown>>(
  key: K,
  { initial, rules, args, ...options }: ActionFormOptions<K, V>,
) {
  const action = useAction(key, options);
  return useForm({ initial, rules, send: (values) => action.run(args(values)), action });
}

/** Ignores the order of lists, which come from checklists. */
function fingerprint(values: object): string {
  return JSON.stringify(values, (_, value: unknown) => (Array.isArray(value) ? [...value].sort() : value));
}
