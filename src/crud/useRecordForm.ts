// The form that adds a record of one kind or edits one: which call is made, and what is said.

import { describe, type ApiError } from '../api/errors.ts';
import type { Args, ReadKey, WriteKey } from '../contract/endpoints.ts';
import type { Rules } from '../contract/validate.ts';
import { useAction } from '../hooks/useAction.ts';
import { useForm, type FormState } from '../hooks/useForm.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { said, type Noun } from './words.ts';

interface RecordFormOptions<R, V extends object, C extends WriteKey, U extends WriteKey> {
  noun: Noun;
  /** The one that is edited; nothing for a new one. */
  record: R | undefined;
  initial: V;
  rules: Rules<Extract<keyof V, string>>;
  create: readonly [C, (values: V) => Args<C>];
  update: readonly [U, (record: R, values: V) => Args<U>];
  touches: readonly ReadKey[];
  /** Told the id of a new record, where the server says it; not told once the form was given up. */
  saved(createdId?: number): void;
  /** Where the words for a failure are not the usual ones. */
  failed?: (failure: ApiError) => string;
}

export function useRecordForm<R, V extends object, C extends WriteKey, U extends WriteKey>({
  noun,
  record,
  initial,
  rules,
  create: [createKey, createArgs],
  update: [updateKey, updateArgs],
  touches,
  saved,
  failed = (failure) => describe(failure, said.notSaved(noun)),
}: RecordFormOptions<R, V, C, U>): FormState<V> {
  const isShown = useIsMounted();
  const creation = useAction(createKey, {
    done: said.created(noun),
    failed,
    touches,
    after: ({ data }) => isShown() && saved(idOf(data)),
  });
  const update = useAction(updateKey, { done: said.updated(noun), failed, touches, after: () => isShown() && saved() });
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
