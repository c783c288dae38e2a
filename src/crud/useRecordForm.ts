// The form that adds a record or edits one.

import type { ApiError } from '../api/errors.ts';
import type { Args, WriteKey } from '../contract/endpoints.ts';
import type { Rules } from '../contract/validate.ts';
import { useAction } from '../hooks/useAction.ts';
import { useForm, type FormState } from '../hooks/useForm.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';

interface RecordFormOptions<R, V extends object, C extends WriteKey, U extends WriteKey> {
  /** The record to edit; undefined to add one. */
  record: R | undefined;
  initial: V;
  rules: Rules<Extract<keyof V, string>>;
  create: readonly [C, (values: V) => Args<C>];
  update: readonly [U, (record: R, values: V) => Args<U>];
  /** Called with the id of a new record if the server tells it; not called once the form was closed. */
  saved(createdId?: number): void;
  /** Words for a failure, if not the usual ones. */
  describe?: (failure: ApiError, failed: string) => string;
}

export function useRecordForm<R, V extends object, C extends WriteKey, U extends WriteKey>({
  record,
  initial,
  rules,
  create: [createKey, createArgs],
  update: [updateKey, updateArgs],
  saved,
  describe,
}: RecordFormOptions<R, V, C, U>): FormState<V> {
  const isShown = useIsMounted();
  const creation = useAction(createKey, { describe, after: ({ data }) => isShown() && saved(idOf(data)) });
  const update = useAction(updateKey, { describe, after: () => isShown() && saved() });
  return useForm({
    initial,
    rules,
    send: (values) =>
      record === undefined ? creation.run(createArgs(values)) : update.run(updateArgs(record, values)),
    action: record === undefined ? creation : update,
  });
}

function idOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined;
  return typeof answer.id === 'number' ? answer.id : undefined;
}
