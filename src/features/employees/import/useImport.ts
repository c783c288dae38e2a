// Runs the import of a plan: once, or again for the rows that are left.

import { useEffect, useRef, useState } from 'react';
import { touchedBy } from '../../../platform/api/calls.ts';
import { can, hasFeature } from '../../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { toast } from '../../../platform/ui/feedback/toasts.ts';
import type { Plan } from './plan.ts';
import { type Results, runImport, type Task } from './runImport.ts';

type ImportState =
  | { status: 'idle' }
  | { status: 'running'; stopping: boolean; done: number; failed: number; total: number }
  /** `stopped`: why it ended before its end; '' if the user cancelled it. */
  | { status: 'ended'; plan: Plan; results: Results; stopped: string | undefined };

interface Importing {
  state: ImportState;
  start(plan: Plan): void;
  cancel(): void;
  clear(): void;
}

const showEveryMs = 100;

export function useImport(): Importing {
  const { api, queries } = useConnection();
  const user = useUser();
  const rights = { mayEditId: can(user, 'employees.edit_id'), isVersioned: hasFeature(user, 'versions') };
  const [state, setState] = useState<ImportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      running.current?.abort();
    };
  }, []);

  async function run(plan: Plan, results: Results) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const tasks = tasksOf(plan);
    let shownAt = 0;
    const show = () =>
      setState({ status: 'running', stopping: signal.aborted, total: tasks.length, ...tally(results) });
    function onProgress() {
      if (performance.now() - shownAt < showEveryMs) return;
      shownAt = performance.now();
      show();
    }
    show();
    signal.addEventListener('abort', show);
    const stopped = await runImport(api, { tasks, results, rights, signal, onProgress });
    running.current = null;
    queries.invalidate(touchedBy('POST /employees'));
    const isCancelled = signal.aborted && results.size < tasks.length;
    if (isShown.current)
      setState({ status: 'ended', plan, results, stopped: stopped ?? (isCancelled ? '' : undefined) });
    else toast.bad(`The import was stopped. ${tally(results).done} of ${tasks.length} employees were imported.`);
  }

  return {
    state,
    start: (plan) => void run(plan, state.status === 'ended' ? state.results : new Map()),
    cancel: () => running.current?.abort(),
    clear: () => setState({ status: 'idle' }),
  };
}

export const tasksOf = ({ rows }: Plan): Task[] =>
  rows.filter((row): row is Task => row.outcome === 'create' || row.outcome === 'change');

function tally(results: Results): { done: number; failed: number } {
  let [done, failed] = [0, 0];
  for (const { state } of results.values()) {
    if (state === 'done') done += 1;
    else if (state === 'failed') failed += 1;
  }
  return { done, failed };
}
