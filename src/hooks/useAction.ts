// Writing: a call that a person starts. A second submit while busy is refused; success says so and
// makes what it touched load again; failure is said once, by the form or by a toast.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answered } from '../api/client.ts';
import { asApiError, describe, type ApiError } from '../api/errors.ts';
import type { Answer, Args, ReadKey, WriteKey } from '../contract/endpoints.ts';
import type { FieldErrors } from '../contract/validate.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { toast } from '../ui/feedback/toasts.ts';

interface ActionOptions<T> {
  /** Said when it worked; nothing is said without it. */
  done?: string | ((answered: Answered<T>) => string);
  /** Said when it failed and the server gave no words of its own; a function finds words of its own. */
  failed: string | ((error: ApiError) => string);
  touches?: readonly ReadKey[];
  after?: (answered: Answered<T>) => void;
  /** In milliseconds, where it may take longer than other calls. */
  timeLimit?: number;
  /** A failure is shown where the action stands, unless it has no such place. */
  report?: 'here' | 'toast';
}

export type Outcome<T> = { ok: true; answered: Answered<T> } | { ok: false; fields: FieldErrors };

export interface Action<K extends WriteKey> {
  run(args: Args<K>): Promise<Outcome<Answer<K>>>;
  busy: boolean;
  error: string | undefined;
  /** What asked for it is closed. */
  clear(): void;
}

export function useAction<K extends WriteKey>(key: K, options: ActionOptions<Answer<K>>): Action<K> {
  const { api, touches: told } = useSession();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const underWay = useRef(false);
  const isGivenUp = useRef(false);
  useEffect(() => {
    isGivenUp.current = false;
    return () => {
      isGivenUp.current = true;
    };
  }, []);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const run = useCallback(
    async (args: Args<K>): Promise<Outcome<Answer<K>>> => {
      if (underWay.current) return { ok: false, fields: {} };
      underWay.current = true;
      isGivenUp.current = false;
      setBusy(true);
      setError(undefined);
      try {
        const answered = await api(key, args, { timeLimit: latest.current.timeLimit });
        const { done, touches = [], after } = latest.current;
        told.tell(touches);
        if (done) toast.good(typeof done === 'string' ? done : done(answered));
        after?.(answered);
        return { ok: true, answered };
      } catch (caught) {
        const failure = asApiError(caught);
        const { failed, report, touches = [] } = latest.current;
        // Somebody else has deleted it, and it is still shown.
        if (failure.kind === 'notFound') told.tell(touches);
        const words = typeof failed === 'string' ? describe(failure, failed) : failed(failure);
        // Where somebody has left before the answer, there is no such place any more, or it is another question's.
        const isLeft = isGivenUp.current && failure.kind !== 'unauthenticated';
        if (report === 'toast' || isLeft) toast.bad(words);
        else setError(words);
        return { ok: false, fields: failure.fields };
      } finally {
        underWay.current = false;
        setBusy(false);
      }
    },
    [api, told, key],
  );

  const clear = useCallback(() => {
    isGivenUp.current = true;
    setError(undefined);
  }, []);
  return { run, busy, error, clear };
}
