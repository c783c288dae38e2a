// Asks what a call would do, as soon as it is shown. The latest answer wins; nothing is written.

import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer, Args, WriteKey } from '../../shared/contract/calls.ts';
import { failedMessage } from '../api/calls.ts';
import { type ApiError, asApiError, describeFailure } from '../api/errors.ts';
import { useConnection } from '../session/session.tsx';

export type Rehearsal<T> =
  | { status: 'loading' }
  | { status: 'failed'; kind: ApiError['kind']; message: string; retry(): void }
  | { status: 'ready'; result: T };

export function useRehearsal<K extends WriteKey>(key: K, args: Args<K>): Rehearsal<Answer<K>> {
  const { api } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const request = `${key} ${JSON.stringify(args)} ${attempt}`;
  const [last, setLast] = useState<{ of: string; run: Rehearsal<Answer<K>> }>();

  const ask = useEffectEvent(async (signal: AbortSignal): Promise<Rehearsal<Answer<K>> | undefined> => {
    try {
      const { data } = await api(key, args, { signal });
      return { status: 'ready', result: data };
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = asApiError(error);
      const message = describeFailure(failure, failedMessage(key));
      return { status: 'failed', kind: failure.kind, message, retry: () => setAttempt((count) => count + 1) };
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((run) => run && setLast({ of: request, run }));
    return () => leaving.abort();
  }, [request]);

  return last?.of === request ? last.run : { status: 'loading' };
}
