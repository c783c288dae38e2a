// Writes: calls that the user starts, with messages from the contract. A second submit while busy is ignored. Success
// shows the call's message and reloads the reads that it touches. A failure is shown once, by the form or as a toast.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Args, WriteKey } from '../../shared/contract/calls.ts';
import type { FieldErrors } from '../../shared/contract/validate.ts';
import { doneMessage, failedMessage, touchedBy } from '../api/calls.ts';
import type { Answered } from '../api/client.ts';
import { type ApiError, asApiError, describeFailure } from '../api/errors.ts';
import { useConnection } from '../session/session.tsx';
import { toast } from './toasts.ts';

export interface ActionOptions<T> {
  /** Called once the write has succeeded. If it throws, the browser reports the error, but the outcome is a success. */
  after?: (answered: Answered<T>) => void;
  /**
   * Called after that, unless the form or question that started it has closed meanwhile, as one opened since must not
   * be closed, cleared or navigated away from.
   */
  whileOpen?: (answered: Answered<T>) => void;
  /** Suppresses the success message, because `after` shows the result. */
  quiet?: boolean;
  /** Returns the message for a failure, if not the usual one. */
  describe?: (failure: ApiError, failed: string) => string;
  /** Leaves reads fresh, because the call is a preview or the caller makes them stale later. */
  staysFresh?: boolean;
  /** Where to show a failure: next to the action, or in a toast if there is no room. */
  report?: 'here' | 'toast';
  /** Whether the caller shows what somebody else has changed meanwhile. */
  merges?: boolean;
}

export type Outcome<T> =
  | { ok: true; answered: Answered<T> }
  /** `status` is the answer's, if there was one. */
  | { ok: false; fields: FieldErrors; status?: number; outdated?: ApiError };

/** Sends, and sends again with a confirmation if the server asks for one. */
export type Confirming = <T>(send: (confirmation?: string) => Promise<Outcome<T>>) => Promise<Outcome<T>>;

export interface Action<K extends WriteKey> {
  run(args: Args<K>): Promise<Outcome<Answer<K>>>;
  busy: boolean;
  error: string | undefined;
  /** What is wrong with the fields that were sent. */
  fields: FieldErrors | undefined;
  /** Whether the form or question that started it is still open. If not, no further step may follow. */
  isOpen(): boolean;
  /** Must be called when the form or question that started it closes. */
  clear(): void;
}

export function useAction<K extends WriteKey>(key: K, options: ActionOptions<Answer<K>> = {}): Action<K> {
  const { api, queries } = useConnection();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const isRunning = useRef(false);
  const isDetached = useRef(false);
  useEffect(() => {
    isDetached.current = false;
    return () => {
      isDetached.current = true;
    };
  }, []);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; fields: FieldErrors }>();

  const run = useCallback(
    async (args: Args<K>): Promise<Outcome<Answer<K>>> => {
      if (isRunning.current) return { ok: false, fields: {} };
      isRunning.current = true;
      isDetached.current = false;
      setBusy(true);
      setRefusal(undefined);
      let answered: Answered<Answer<K>>;
      try {
        answered = await api(key, args);
      } catch (caught) {
        const failure = asApiError(caught);
        const { report, merges, describe = describeFailure } = latest.current;
        // Reload: the record was deleted or changed elsewhere, or it is unknown whether the write was done.
        if (!failure.fromServer || failure.kind === 'notFound' || failure.kind === 'outdated')
          queries.invalidate(touchedBy(key));
        const message = describe(failure, failedMessage(key));
        // If the form was closed before the answer, the message must not appear in one opened since.
        const isLate = isDetached.current && failure.kind !== 'unauthenticated';
        if (failure.kind === 'outdated' && merges && !isLate) return { ok: false, fields: {}, outdated: failure };
        if (report === 'toast' || isLate) toast.bad(withFields(message, failure.fields));
        else setRefusal({ message, fields: failure.fields });
        return { ok: false, fields: failure.fields, status: failure.status };
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
      const { after, whileOpen, quiet, staysFresh } = latest.current;
      if (!staysFresh) queries.invalidate(touchedBy(key));
      if (!quiet) toast.good(doneMessage(key, answered.data));
      try {
        after?.(answered);
        if (!isDetached.current) whileOpen?.(answered);
      } catch (error) {
        reportError(error);
      }
      return { ok: true, answered };
    },
    [api, queries, key],
  );

  return {
    run,
    busy,
    error: refusal?.message,
    fields: refusal?.fields,
    isOpen: () => !isDetached.current,
    clear() {
      isDetached.current = true;
      setRefusal(undefined);
    },
  };
}

/** Adds what is wrong with fields, for a place without them, unless the message says it already, as our server's does. */
export const withFields = (message = '', fields: FieldErrors = {}): string =>
  [message, ...Object.values(fields).filter((each = '') => !message.includes(each))].join(' ').trim();
