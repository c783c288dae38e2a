// Below a list while records are selected: how many, all that match, and what can be done with them. It keeps to the
// bottom of the window, so that nothing moves when the first record is selected.

import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { groupDigits } from '../format/groupDigits.ts';
import { plural } from '../format/plural.ts';
import { Button } from '../ui/Button.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { Progress } from '../ui/feedback/Progress.tsx';
import { pickRanges } from './pickRanges.ts';
import type { KnownRecords } from './knownRecords.ts';
import type { Selection } from './selection.ts';
import { type Source, useGather } from './useGather.ts';
import * as s from './BulkBar.module.css';

interface BulkBarProps<T extends { id: number }> {
  selection: Selection;
  known: KnownRecords<T>;
  /** Of one record: 'employee'. */
  noun: string;
  shown: readonly T[];
  /** All that match, as the server counts them. */
  total: number;
  source: Source<T>;
  /** The element around the checkboxes. */
  around: RefObject<HTMLElement | null>;
  /** Buttons for what is selected. */
  children: ReactNode;
}

export function BulkBar<T extends { id: number }>(props: BulkBarProps<T>) {
  const { selection, known, noun, shown, total, source, around, children } = props;
  const selected = useSyncExternalStore(selection.subscribe, selection.ids);
  const gathering = useGather(source, known);
  useEffect(() => (around.current ? pickRanges(around.current, selection) : undefined), [around, selection]);
  const bar = useRef<HTMLElement>(null);
  const { state } = gathering;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [state.status]);
  if (selected.size === 0) return null;

  const isPage = selected.size === shown.length && shown.every(({ id }) => selected.has(id));
  return (
    <section ref={bar} aria-label="Selection" tabIndex={-1} className={s.bar}>
      {state.status === 'noted' && <Banner tone={state.tone}>{state.note}</Banner>}
      <div className={s.line}>
        <p role="status">
          {isPage && shown.length > 1
            ? `All ${groupDigits(shown.length)} on this page selected`
            : `${plural(selected.size, noun)} selected`}
        </p>
        {state.status === 'running' ? (
          <div className={s.progress}>
            <Progress
              label="Gathering all that match"
              value={state.done}
              max={Math.max(1, state.total ?? total)}
              detail={`${groupDigits(state.done ?? 0)} of ${groupDigits(state.total ?? total)}`}
            />
            <Button size="small" onClick={gathering.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <>
            {isPage && total > shown.length && (
              <Button kind="quiet" onClick={gathering.start}>
                Select all {groupDigits(total)} that match
              </Button>
            )}
            <Button kind="quiet" onClick={() => selection.replace(new Set())}>
              Clear Selection
            </Button>
          </>
        )}
        <div className={s.actions}>{children}</div>
      </div>
    </section>
  );
}
