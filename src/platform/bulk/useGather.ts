// Gathers the records of all pages, with progress and Cancel, and selects them.

import { useEffect, useRef, useState } from 'react';
import { asApiError, describeFailure } from '../api/errors.ts';
import type { AskPage } from '../export/read/readPages.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import type { Selection } from './selection.ts';
import { gather } from './useSelected.ts';

const loadGatherAll = loadOnce('The selection', () => import('./gatherAll.ts'));

/** The list, page by page. */
interface Source<T> {
  ask: AskPage<T>;
  /** Names the filters: with others, what is under way ends. */
  filters: string;
  /** 'employees' */
  many: string;
}

type State =
  | { status: 'idle' }
  | { status: 'running'; done?: number; total?: number }
  | { status: 'noted'; tone: 'warning' | 'bad'; note: string };

const idle: State = { status: 'idle' };

interface Gathering {
  state: State;
  start(): void;
  cancel(): void;
}

export function useGather<T extends { id: number }>(source: Source<T>, selection: Selection<T>): Gathering {
  const { filters } = source;
  const [{ of, state }, setState] = useState<{ of: string; state: State }>({ of: filters, state: idle });
  const running = useRef<AbortController>(null);
  const show = (next: State) => setState({ of: filters, state: next });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end it.
  useEffect(() => () => running.current?.abort(), [filters]);

  async function run() {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    show({ status: 'running' });
    try {
      const { gatherAll } = await loadGatherAll();
      const { records, notes } = await gatherAll(source, signal, (done, total) => {
        if (!signal.aborted) show({ status: 'running', done, total });
      });
      if (signal.aborted) return;
      gather(selection, records);
      show(notes.length > 0 ? { status: 'noted', tone: 'warning', note: notes.join(' ') } : idle);
    } catch (error) {
      if (signal.aborted) return;
      show({
        status: 'noted',
        tone: 'bad',
        note: describeFailure(asApiError(error), `The ${source.many} could not be read`),
      });
    } finally {
      if (running.current === controller) running.current = null;
    }
  }

  return {
    state: of === filters ? state : idle,
    start: () => void run(),
    cancel() {
      running.current?.abort();
      show(idle);
    },
  };
}
