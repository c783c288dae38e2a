// Asks what a call would do, without writing anything, as soon as it is shown or after a pause in typing. The latest
// answer wins.

import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer, Args, WriteKey } from '../../shared/contract/calls.ts';
import { failedMessage } from '../api/calls.ts';
import { type ApiError, asApiError, describeFailure } from '../api/errors.ts';
import { useConnection } from '../session/session.tsx';

export type PreviewState<T> =
  | { status: 'loading' }
  | ({ status: 'failed'; message: string; retry(): void } & Pick<ApiError, 'kind' | 'fields'>)
  | { status: 'ready'; result: T };

interface PreviewOptions {
  pauseMs?: number;
  /** Keeps the last answer while the call itself is under way, as the server may already have carried it out. */
  isHeld?: boolean;
}

/** `args` is null while they are incomplete. */
export function usePreview<K extends WriteKey>(
  key: K,
  args: Args<K> | null,
  { pauseMs = 0, isHeld = false }: PreviewOptions = {},
): PreviewState<Answer<K>> {
  const { api } = useConnection();
  const [attempt, setAttempt] = useState(0);
  const request = `${key} ${JSON.stringify(args)} ${attempt}`;
  const [last, setLast] = useState<{ of: string; run: PreviewState<Answer<K>> }>();

  const isAsked = args !== null && !isHeld;

  const ask = useEffectEvent(async (signal: AbortSignal): Promise<PreviewState<Answer<K>> | undefined> => {
    if (args === null) return undefined;
    try {
      const { data } = await api(key, args, { signal });
      return { status: 'ready', result: data };
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = asApiError(error);
      const { kind, fields } = failure;
      const message = describeFailure(failure, failedMessage(key));
      return { status: 'failed', kind, fields, message, retry: () => setAttempt((count) => count + 1) };
    }
  });
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const begin = () => void ask(leaving.signal).then((run) => run && setLast({ of: request, run }));
    const timer = pauseMs > 0 ? setTimeout(begin, pauseMs) : begin();
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [request, isAsked, pauseMs]);

  return last?.of === request ? last.run : { status: 'loading' };
}
