// One choice of many: typing narrows the list, arrows and Enter choose, Esc leaves it as it was.

import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent } from 'react';
import { FilterField } from './FilterField.tsx';
import { Icon } from '../Icon.tsx';
import type { Option } from '../option.ts';
import * as s from './SearchSelect.module.css';

interface SearchSelectProps {
  label: string;
  value: string;
  /** What the empty value is called. */
  allLabel: string;
  options: readonly Option[];
  /** Said while the options are not all there: that they are on their way, or were not loaded. */
  missing?: string;
  /** Why it cannot be used now. */
  disabledReason?: string;
  onChange(value: string): void;
}

const shownAtMost = 100;

export function SearchSelect({
  label,
  value,
  allLabel,
  options,
  missing,
  disabledReason,
  onChange,
}: SearchSelectProps) {
  const [typed, setTyped] = useState<string>();
  /** The value of the option that Enter takes, wherever it stands once more options have come; by itself the first. */
  const [reached, setReached] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = typed !== undefined;
  const all = [{ value: '', label: allLabel }, ...options];
  const chosen = all.find((option) => option.value === value) ?? { value, label: value };
  const found = isOpen ? matching(all, typed) : [];
  const shown = found.slice(0, shownAtMost);
  const active = reached === undefined ? 0 : shown.findIndex((option) => option.value === reached);

  function open() {
    setTyped('');
    setReached(value);
  }
  function close() {
    setTyped(undefined);
  }
  /** What was typed stays where there is nothing to choose yet. */
  function choose(option: Option | undefined) {
    if (!option) return;
    close();
    if (option.value !== value) onChange(option.value);
  }
  function moveTo(index: number) {
    setReached(shown[index]?.value);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }
  function handleKey(event: KeyboardEvent) {
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
    <FilterField label={label}>
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
              aria-activedescendant={isOpen && shown[active] ? `${listId}-${active}` : undefined}
              disabled={disabledReason !== undefined}
              title={disabledReason}
              placeholder={isOpen ? chosen.label : undefined}
              value={typed ?? chosen.label}
              onChange={(event) => {
                setTyped(event.target.value);
                setReached(undefined);
              }}
              onClick={() => (isOpen ? close() : open())}
              onKeyDown={handleKey}
              onBlur={close}
            />
            <Icon name="chevronDown" className={s.arrow} />
            <ul ref={list} id={listId} role="listbox" aria-label="Options" className={s.list} hidden={!isOpen}>
              {shown.map((option, index) => (
                <li
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={option.value === value}
                  className={clsx(s.option, index === active && s.active)}
                  // Before the input loses its focus.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  {option.label}
                  {option.detail && <span className={s.detail}> {option.detail}</span>}
                </li>
              ))}
              {found.length > shown.length && (
                <li role="presentation" className={s.more}>
                  {found.length - shown.length} more: type to narrow the list
                </li>
              )}
              {(missing || found.length === 0) && (
                <li role="presentation" className={s.more}>
                  {missing ?? 'Nothing matches'}
                </li>
              )}
            </ul>
          </div>
        );
      }}
    </FilterField>
  );
}

function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return options;
  return options.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted));
}
