// Command palette: one field for people, companies, controllers, screens and actions. Arrows choose, Enter opens,
// Ctrl+Enter opens a result's second place, Esc closes.

import clsx from 'clsx';
import { type KeyboardEvent, type Ref, useDeferredValue, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { retryHint } from '../../platform/ui/feedback/FailedReads.tsx';
import { CancellableProgress } from '../../platform/ui/feedback/Progress.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { commandKey, type ShellDialogName } from '../keyboard/shortcuts.ts';
import { remember } from './recents.ts';
import { isFoundByName, keyOf, type Result, type ResultGroup } from './result.ts';
import { usePaletteResults } from './usePaletteResults.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './Palette.module.css';

export function Palette({ show }: { show(dialog?: ShellDialogName): void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const groups = usePaletteResults(query, show);
  const results = groups.flatMap((group) => group.results);
  /** Highlighted result, which may move as others arrive; undefined for the first one. */
  const [highlighted, setHighlighted] = useState<string>();
  const index = Math.max(
    0,
    results.findIndex((result) => keyOf(result) === highlighted),
  );
  const active = results[index];
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();

  /** False while results of an earlier input are on screen. */
  const isCurrent = query === typed.trim();
  /** Whether Enter was pressed before there was a result. The first one to arrive may not be the best. */
  const [isDue, setDue] = useState(false);
  const isSearching = !isCurrent || groups.some((group) => group.isSearching);
  if (isDue && isCurrent && ((active && isFoundByName(active, query)) || !isSearching)) {
    setDue(false);
    if (active) queueMicrotask(() => open(active));
  }

  function open(result: Result, target: Result['target'] = result.target) {
    remember(user.id, result);
    show();
    if (typeof target === 'function') return target();
    navigate(target);
    // Focus the heading, which tells the user where they are even if the screen stays the same.
    afterPaint(() => document.querySelector('h1')?.focus());
  }

  function moveTo(next: number) {
    const result = results.at(next % results.length);
    if (!result) return;
    setHighlighted(keyOf(result));
    list.current?.querySelector(`[data-key="${CSS.escape(keyOf(result))}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return; // the keys belong to the input method
    if (event.key === 'ArrowDown') moveTo(index + 1);
    else if (event.key === 'ArrowUp') moveTo(index - 1);
    else if (event.key !== 'Enter') return;
    else if (!active || !isCurrent) setDue(isSearching);
    else if (event.ctrlKey || event.metaKey) open(active, active.second?.target);
    else open(active);
    event.preventDefault();
  }

  return (
    <Dialog
      title="Search"
      size="top"
      onClose={() => show()}
      header={
        <input
          data-autofocus
          className={s.input}
          role="combobox"
          aria-label="Search"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${index}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="People, companies, controllers, screens, actions"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setHighlighted(undefined);
            setDue(false);
          }}
          onKeyDown={handleKey}
        />
      }
    >
      <PaletteResults
        ref={list}
        id={listId}
        groups={groups}
        active={active}
        isSearching={isSearching}
        query={query}
        onOpen={open}
      />
      <p className={s.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        {active?.second && (
          <span>
            <kbd>{commandKey} Enter</kbd> {active.second.label.toLowerCase()}
          </span>
        )}
      </p>
    </Dialog>
  );
}

// Results of the palette in groups, as a listbox whose focus stays in the field.

interface PaletteResultsProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: readonly ResultGroup[];
  active: Result | undefined;
  isSearching: boolean;
  query: string;
  onOpen(result: Result, target?: Result['target']): void;
}

function PaletteResults({ ref, id, groups, active, isSearching, query, onOpen }: PaletteResultsProps) {
  const results = groups.flatMap((group) => group.results);
  const nothing = `Nothing matches “${query}”`;
  const count = results.length === 0 ? nothing : plural(results.length, 'result');
  return (
    <div className={s.results}>
      <div ref={ref} id={id} role="listbox" aria-label="Results" hidden={results.length === 0}>
        {groups.map(
          (group, place) =>
            group.results.length > 0 && (
              <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
                <p id={`${id}-group-${place}`} role="presentation" className={s.heading}>
                  {group.title}
                </p>
                {group.results.map((result) => (
                  <Row
                    key={keyOf(result)}
                    id={`${id}-${results.indexOf(result)}`}
                    result={result}
                    isActive={result === active}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      {groups.map((group) => (
        <GroupNote key={group.title} group={group} />
      ))}
      {(isSearching || results.length === 0) && (
        <p className={`${layout.row} ${s.note}`}>{isSearching ? 'Searching…' : nothing}</p>
      )}
      <VisuallyHidden>
        <span role="status">{isSearching ? '' : count}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Progress, or the reason why results are missing. */
function GroupNote({ group: { title, progress, cancel, note, retry } }: { group: ResultGroup }) {
  if (progress && progress.total > 0) {
    const { done, total } = progress;
    const label = `${title}: reading ${groupDigits(done)} of ${groupDigits(total)}`;
    return (
      <div className={s.reading}>
        <CancellableProgress
          label={label}
          value={done}
          max={total}
          size="small"
          cancelLabel={`Cancel reading ${title.toLowerCase()}`}
          onCancel={() => cancel?.()}
        />
      </div>
    );
  }
  if (!note) return null;
  return (
    <p className={`${layout.row} ${s.note}`}>{retry ? retryHint(`${title}: ${note}`, retry) : `${title}: ${note}`}</p>
  );
}

interface RowProps {
  id: string;
  result: Result;
  isActive: boolean;
  onOpen: PaletteResultsProps['onOpen'];
}

/** Row of a result. The second place has its own option for the pointer; Ctrl+Enter opens it by keyboard. */
function Row({ id, result, isActive, onOpen }: RowProps) {
  const { icon, label, detail, second } = result;
  return (
    <div role="presentation" className={clsx(s.row, isActive && s.active)} data-key={keyOf(result)}>
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        aria-description={second && `${second.label}: Control Enter`}
        className={s.option}
        onClick={() => onOpen(result)}
      >
        {icon === 'plus' ? <ActionIcon name="plus" /> : <Icon name={icon} />}
        <span className={s.label}>{label}</span>
        {detail && <span className={s.detail}>{detail}</span>}
      </div>
      {second && (
        <div
          role="option"
          aria-selected={false}
          aria-label={`${second.label} of ${label}`}
          className={s.second}
          onClick={() => onOpen(result, second.target)}
        >
          {second.label}
        </div>
      )}
    </div>
  );
}
