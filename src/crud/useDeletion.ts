// Deleting a record of one kind, with the words for it.

import type { Args, ReadKey, WriteKey } from '../contract/endpoints.ts';
import { useAction } from '../hooks/useAction.ts';
import { said, type Noun } from './words.ts';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

export interface Deletion {
  run(id: number): Promise<{ ok: boolean }>;
  busy: boolean;
  error: string | undefined;
  clear(): void;
}

export function useDeletion<K extends DeleteKey>(
  key: K,
  argsOf: (id: number) => Args<K>,
  noun: Noun,
  touches: readonly ReadKey[],
): Deletion {
  const { run, ...state } = useAction(key, {
    done: said.deleted(noun),
    failed: said.notDeleted(noun),
    touches,
  });
  return { ...state, run: (id) => run(argsOf(id)) };
}
