// Deletes the records of a list.

import type { Args, WriteKey } from '../contract/endpoints.ts';
import { useAction } from '../hooks/useAction.ts';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

export interface Deletion {
  run(id: number): Promise<{ ok: boolean }>;
  busy: boolean;
  error: string | undefined;
  clear(): void;
}

export function useDeletion<K extends DeleteKey>(key: K, argsOf: (id: number) => Args<K>): Deletion {
  const { run, ...state } = useAction(key);
  return { ...state, run: (id) => run(argsOf(id)) };
}
