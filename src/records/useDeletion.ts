// Deleting a record of one kind, with the words for it.

import { useState } from 'react';
import type { Args, ReadKey, WriteKey } from '../contract/endpoints.ts';
import { useAction } from '../hooks/useAction.ts';
import { said, type Noun } from './words.ts';

type DeleteKey = Extract<WriteKey, `DELETE ${string}`>;

export interface Deletion {
  run(id: number): Promise<{ ok: boolean }>;
  busy: boolean;
  error: string | undefined;
  /** The question is given up: a failure that comes now is not the next one's. */
  clear(): void;
}

export function useDeletion<K extends DeleteKey>(
  key: K,
  argsOf: (id: number) => Args<K>,
  noun: Noun,
  touches: readonly ReadKey[],
): Deletion {
  const [isGivenUp, setGivenUp] = useState(false);
  const { run, clear, ...state } = useAction(key, {
    done: said.deleted(noun),
    failed: said.notDeleted(noun),
    touches,
    report: isGivenUp ? 'toast' : 'here',
  });
  return {
    ...state,
    run(id) {
      setGivenUp(false);
      return run(argsOf(id));
    },
    clear() {
      setGivenUp(true);
      clear();
    },
  };
}
