// Choice from many options: typing narrows the list, arrows and Enter choose, Esc keeps the current choice.

import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { folded, searchedWords, textMatcher } from '../../../shared/contract/searchText.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { ActionIcon } from '../ActionIcon.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import type { Option } from '../option.ts';
import { FilterField } from './FilterField.tsx';
import * as s from './SearchSelect.module.css';

interface SearchSelectProps {
  label: string;
  value: string;
  allLabel: string;
  options: readonly Option[];
  /** Text while options are missing, as they are loading or failed to load. */
  missing?: string;
  /** Why it cannot be used now, which is shown instead of the value. */
  disabledReason?: string;
  error?: string;
  hint?: ReactNode;
  required?: boolean;
  /** Finds further options, if the list only has some of many. */
  onType?(text: string): void;
  onChange(value: string): void;
}

const maxShown = 100;

export function SearchSelect({
  label,
  value,
  allLabel,
  options,
  missing,
  disabledReason,
  error,
  hint,
  required,
  onType,
  onChange,
}: SearchSelectProps) {
  const [typed, setTyped] = useState<string>();
  /** Value of the highlighted option, which may move as options arrive; undefined for the first one. */
  const [highlighted, setHighlighted] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = typed !== undefined;
  const all = [{ value: '', label: allLabel }, ...options];
  const chosen = all.find((option) => option.value === value) ?? { value, label: value };
  const matches = isOpen ? matchingOptions(all, typed) : [];
  const shown = matches.slice(0, maxShown);
  const active = highlighted === undefined ? 0 : shown.findIndex((option) => option.value === highlighted);
  const none = missing || (matches.length === 0 ? 'Nothing matches' : '');

  function open() {
    setTyped('');
    setHighlighted(value);
  }
  function close() {
    setTyped(undefined);
  }
  /** Keeps the typed text if there is nothing to choose. */
  function choose(option: Option | undefined) {
    if (!option) return;
    close();
    if (option.value !== value) onChange(option.value);
  }
  function moveTo(index: number) {
    setHighlighted(shown[index]?.value);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }
  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return; // the keys belong to the input method
    const last = shown.length - 1;
    const moveOrOpen = (index: number) => (isOpen ? moveTo(index) : open());
    if (event.key === 'ArrowDown') moveOrOpen(Math.min(active + 1, last));
    else if (event.key === 'ArrowUp') moveOrOpen(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && isOpen) choose(shown[active]);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }

  return (
    <FilterField label={label} error={error} hint={hint}>
      {(control) => {
        const listId = `${control.id}-list`;
        return (
          <div className={s.frame}>
            <input
              {...control}
              role="combobox"
              autoComplete="off"
              className={clsx(control.className, s.input)}
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-required={required}
              aria-activedescendant={isOpen && shown[active] ? `${listId}-${active}` : undefined}
              disabled={disabledReason !== undefined}
              title={disabledReason}
              placeholder={isOpen ? chosen.label : undefined}
              value={disabledReason ?? typed ?? chosen.label}
              onChange={(event) => {
                setTyped(event.target.value);
                setHighlighted(undefined);
                onType?.(event.target.value);
              }}
              onClick={() => (isOpen ? close() : open())}
              onKeyDown={handleKey}
              onBlur={close}
            />
            <ActionIcon name="chevronDown" className={s.arrow} />
            <ul ref={list} id={listId} role="listbox" aria-label="Options" className={s.list} hidden={!isOpen}>
              {shown.map((option, index) => (
                <li
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={option.value === value}
                  className={clsx(s.option, index === active && s.active)}
                  // On mouse down, because a click would come after the input has lost its focus.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  {option.label}
                  {option.detail && <span className={s.detail}> {option.detail}</span>}
                </li>
              ))}
              {matches.length > shown.length && (
                <li role="presentation" className={s.more}>
                  {groupDigits(matches.length - shown.length)} more: type to narrow the list
                </li>
              )}
              {none && (
                <li role="presentation" className={s.more}>
                  {none}
                </li>
              )}
            </ul>
            <VisuallyHidden>
              <span role="status">{typed && (none || plural(matches.length, 'option'))}</span>
            </VisuallyHidden>
          </div>
        );
      }}
    </FilterField>
  );
}

// Options that a typed text may mean: first those with words that begin with it, then those that contain it anywhere.

interface Labelled {
  label: string;
  detail?: string;
}

export function matchingOptions<O extends Labelled>(options: readonly O[], typed: string): readonly O[] {
  const search = folded(typed).trim();
  if (!search) return options;
  // A text without letters or digits would match every option.
  const begins = searchedWords(typed).length > 0 ? textMatcher(typed) : () => false;
  const first: O[] = [];
  const others: O[] = [];
  for (const option of options) {
    const { label, detail = '' } = option;
    if (begins([label, detail])) first.push(option);
    else if (folded(`${label} ${detail}`).includes(search)) others.push(option);
  }
  return [...first, ...others];
}
