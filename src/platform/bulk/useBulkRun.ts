// Runs a change of many records: its progress, Cancel, and what is left to try again.

import { useEffect, useRef, useState } from 'react';
import { touchedBy } from '../api/calls.ts';
import type { Api } from '../api/client.ts';
import type { WriteKey } from '../../shared/contract/calls.ts';
import { useConnection } from '../session/session.tsx';
import { type BulkOutcome, addedUp, onFailure, remaining, runMany } from './runMany.ts';

export interface BulkTask<T> {
  /** Records in one call. */
  size: number;
  /** Calls at the same time, if not as many as usual. */
  atOnce?: number;
  /** Answers how many it changed. */
  call(api: Api, records: readonly T[]): Promise<number>;
  /** The contract's call behind it, which has the message of a failure without a reason, and makes reads stale. */
  needs: WriteKey;
}

/** Calls at the same time: a server has others to serve. */
const atOnce = 3;

type BulkState<T> =
  | { status: 'idle' }
  | { status: 'running'; outcome: BulkOutcome<T> | undefined; total: number; isStopping: boolean }
  | { status: 'ended'; outcome: BulkOutcome<T> };

interface BulkRun<T> {
  state: BulkState<T>;
  start(records: readonly T[]): void;
  retry(): void;
  /** After the calls under way. */
  cancel(): void;
}

export function useBulkRun<T>(task: BulkTask<T>, onEnd: (outcome: BulkOutcome<T>) => void): BulkRun<T> {
  const { api, queries } = useConnection();
  const [state, setState] = useState<BulkState<T>>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(records: readonly T[], before?: BulkOutcome<T>) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const show = (outcome?: BulkOutcome<T>) =>
      setState({ status: 'running', outcome, total: records.length, isStopping: controller.signal.aborted });
    show();
    controller.signal.addEventListener('abort', () =>
      setState((now) => (now.status === 'running' ? { ...now, isStopping: true } : now)),
    );
    const last = await runMany({
      items: records,
      size: task.size,
      atOnce: task.atOnce ?? atOnce,
      call: (chunk) => task.call(api, chunk),
      onFailure: onFailure(task.needs),
      signal: controller.signal,
      onProgress: show,
    });
    running.current = null;
    queries.invalidate(touchedBy(task.needs));
    const outcome = addedUp(before, last);
    setState({ status: 'ended', outcome });
    onEnd(outcome);
  }

  return {
    state,
    start: (records) => void run(records),
    retry: () => state.status === 'ended' && void run(remaining(state.outcome), state.outcome),
    cancel: () => running.current?.abort(),
  };
}
