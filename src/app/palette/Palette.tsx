// The command palette: one field for people, companies, controllers, screens and actions. Arrows choose, Enter opens,
// Ctrl+Enter opens the second place of a result, Esc closes.

import { useDeferredValue, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import { commandKey } from '../keyboard/commandKey.ts';
import { PaletteResults } from './PaletteResults.tsx';
import { remember } from './recents.ts';
import { isFoundByName, keyOf, type Result } from './result.ts';
import { usePaletteResults } from './usePaletteResults.ts';
import * as s from './Palette.module.css';

export function Palette({ show }: { show(dialog?: ShellDialogName): void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const groups = usePaletteResults(query, show);
  const results = groups.flatMap((group) => group.results);
  /** The highlighted result, wherever it moves as others arrive; if undefined, the first one. */
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
  /** True after Enter without a result. The first to arrive may not be the best. */
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
    // Focus the heading, which says where one is if the screen is the same.
    afterPaint(() => document.querySelector('h1')?.focus());
  }

  function moveTo(next: number) {
    const result = results.at(next % results.length);
    if (!result) return;
    setHighlighted(keyOf(result));
    list.current?.querySelector(`[data-key="${CSS.escape(keyOf(result))}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') moveTo(index + 1);
    else if (event.key === 'ArrowUp') moveTo(index - 1);
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
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
