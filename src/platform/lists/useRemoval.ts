// Deletes records of one kind.

import type { Args, WriteKey } from '../../shared/contract/calls.ts';
import { useAction } from '../hooks/useAction.ts';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

/** The call that deletes a record, and how the record's id is passed to it. */
export type Removal = { [K in DeleteKey]: { key: K; args(id: number): Args<K> } }[DeleteKey];

interface Deletion {
  run(id: number): Promise<{ ok: boolean }>;
  busy: boolean;
  error: string | undefined;
  clear(): void;
}

export function useRemoval({ key, args }: Removal): Deletion {
  const { run, ...state } = useAction(key);
  return { ...state, run: (id) => run(args(id)) };
}
