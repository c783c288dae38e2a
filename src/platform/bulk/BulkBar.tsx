// Bar below a list while records are selected: their number, a button to select all matches, and actions. It sticks to
// the bottom of the window, so that nothing moves when the first record is selected.

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { asApiError, describeFailure } from '../api/errors.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import type { AskPage } from '../export/read/readPages.ts';
import { usePageMark } from '../hooks/usePageMark.ts';
import { Button } from '../ui/Button.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { CancellableProgress } from '../ui/feedback/Progress.tsx';
import { pickRanges } from './pickRanges.ts';
import { gather, type SelectedFrom } from './useSelected.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './BulkBar.module.css';

interface BulkBarProps<T extends { id: number }> extends SelectedFrom<T> {
  /** 'employee' and 'employees'. */
  kind: { one: string; many: string };
  /** Requests a page of all matching records. */
  ask: AskPage<T>;
  /** Buttons of the actions. */
  children: ReactNode;
}

export function BulkBar<T extends { id: number }>(props: BulkBarProps<T>) {
  const { selection, kind, children } = props;
  const { data: shown, total } = props.list;
  const { around } = selection;
  const selected = useSyncExternalStore(selection.subscribe, selection.ids);
  const { state, start, cancel } = useGather(props);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (around.current ? pickRanges(around.current, selection) : undefined), [around, selection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button may have disappeared.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [state.status, selected]);
  const isShown = selected.size > 0;
  usePageMark('data-selecting', isShown);
  if (!isShown) return null;

  const hasPage = shown.every(({ id }) => selected.has(id));
  const isPage = hasPage && selected.size === shown.length && shown.length > 1;
  function selectPage() {
    selection.set(
      shown.map(({ id }) => id),
      true,
    );
  }
  function clear() {
    selection.replace(new Set());
    around.current?.querySelector('input')?.focus({ preventScroll: true });
  }

  return (
    <section ref={bar} aria-label="Selection" tabIndex={-1} className={s.bar}>
      {state.status === 'noted' && <Banner tone={state.tone}>{state.note}</Banner>}
      <div className={`${layout.row} ${s.line}`}>
        <p role="status">
          {isPage && total > shown.length
            ? `All ${groupDigits(shown.length)} on this page selected`
            : `${isPage ? 'All ' : ''}${plural(selected.size, kind.one)} selected`}
        </p>
        {state.status === 'running' ? (
          <div className={s.progress}>
            <CancellableProgress
              label="Gathering all that match"
              value={state.done}
              max={state.total ?? total}
              detail={`${groupDigits(state.done ?? 0)} of ${groupDigits(state.total ?? total)}`}
              size="small"
              onCancel={cancel}
            />
          </div>
        ) : (
          <>
            {selected.size < shown.length && (
              <Button kind="quiet" size="small" onClick={selectPage}>
                Select all {groupDigits(shown.length)} on this page
              </Button>
            )}
            {total > shown.length && selected.size < total && (
              <Button kind="quiet" size="small" onClick={start}>
                Select all {groupDigits(total)} that match
              </Button>
            )}
            <Button kind="quiet" size="small" onClick={clear}>
              Clear Selection
            </Button>
          </>
        )}
        <div className={`${layout.wrap} ${s.actions}`}>{children}</div>
      </div>
    </section>
  );
}

// Gathers the records of all pages, with progress and Cancel, and selects them.

const loadReading = loadOnce('The selection', () => import('../export/read/readWhole.ts'));

type State =
  | { status: 'idle' }
  | { status: 'running'; done?: number; total?: number }
  | { status: 'noted'; tone: 'warning' | 'bad'; note: string };

const idle: State = { status: 'idle' };

/** Gathering ends when the filters change. */
function useGather<T extends { id: number }>({ ask, filters, kind: { many }, selection }: BulkBarProps<T>) {
  const [{ of, state }, setState] = useState<{ of: string; state: State }>({ of: filters, state: idle });
  const running = useRef<AbortController>(null);
  const show = (next: State) => setState({ of: filters, state: next });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of filters ends it.
  useEffect(() => () => running.current?.abort(), [filters]);

  async function run() {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    show({ status: 'running' });
    try {
      const { readRecords } = await loadReading();
      const { records, notes } = await readRecords(
        // Only the records' ids matter, not their contents.
        { ask, many, leadIn: 'The selection holds', contentOf: () => [] },
        {
          signal,
          trustsOneReading: true,
          onProgress: (done, total) => !signal.aborted && show({ status: 'running', done, total }),
        },
      );
      if (signal.aborted) return;
      gather(selection, records);
      show(notes.length > 0 ? { status: 'noted', tone: 'warning', note: notes.join(' ') } : idle);
    } catch (error) {
      if (signal.aborted) return;
      show({
        status: 'noted',
        tone: 'bad',
        note: describeFailure(asApiError(error), `The ${many} could not be read`),
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
