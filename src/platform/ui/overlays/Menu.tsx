// Button with a small menu of actions. Arrows, Home, End and first letters move within it; Esc or a press elsewhere
// closes it, and the focus returns to the button. It is above everything, even in a table that scrolls.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ActionIcon } from '../ActionIcon.tsx';
import { Button, type ButtonProps } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import * as layout from '../layout/layout.module.css';
import * as s from './Menu.module.css';

interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Second line, with an explanation. */
  detail?: string;
  /** Whether this item is the current choice, in a menu of choices. */
  checked?: boolean;
  onSelect(): void;
}

interface MenuProps extends Pick<ButtonProps, 'kind' | 'size' | 'icon' | 'busy' | 'disabledReason' | 'aria-label'> {
  /** Text of the button. */
  label?: ReactNode;
  items: readonly MenuItem[];
  /** Whether any number of items may be checked rather than just one. */
  isOfSeveral?: boolean;
  /** Opens it at once, for code that was loaded because its button was pressed. */
  isOpenAtFirst?: boolean;
}

/** Item that is focused when the menu opens. */
type Opened = 'first' | 'last' | undefined;

export function Menu({ label, items, isOfSeveral = false, isOpenAtFirst = false, ...button }: MenuProps) {
  const [opened, setOpened] = useState<Opened>(isOpenAtFirst ? 'first' : undefined);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();

  function close() {
    setOpened(undefined);
    frame.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true });
  }
  return (
    <div ref={frame} className={s.frame}>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened && id}
        onClick={() => (opened ? close() : setOpened('first'))}
        onKeyDown={(event) => {
          const start = ({ ArrowDown: 'first', ArrowUp: 'last' } as const)[event.key];
          if (!start || button.busy || button.disabledReason) return;
          event.preventDefault(); // the page would scroll, which closes the menu
          setOpened(start);
        }}
      >
        {label}
        {label && <ActionIcon name="chevronDown" />}
      </Button>
      {opened && (
        <Items {...{ id, items, isOfSeveral }} start={opened} close={close} leave={() => setOpened(undefined)} />
      )}
    </div>
  );
}

interface ItemsProps extends Required<Pick<MenuProps, 'items' | 'isOfSeveral'>> {
  id: string;
  start: 'first' | 'last';
  /** Closes it and returns the focus. */
  close(): void;
  /** Called after a press elsewhere, where the focus stays. */
  leave(): void;
}

function Items({ id, items, isOfSeveral, start, close, leave }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (list.current) show(list.current);
    buttonsIn(list.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [start]);

  useEffect(() => {
    const leaveUnlessInside = ({ target }: PointerEvent) =>
      target instanceof Node && !list.current?.parentElement?.contains(target) && leave();
    const ending = new AbortController();
    document.addEventListener('pointerdown', leaveUnlessInside, ending);
    // Otherwise it would stay in place while its button scrolls away.
    const closeUnlessInside = ({ target }: Event) => target !== list.current && close();
    document.addEventListener('scroll', closeUnlessInside, { capture: true, signal: ending.signal });
    return () => ending.abort();
  });

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Tab') return close(); // the browser then moves on from the button
    if (event.key === 'Escape') close();
    else if (!moveFocus(buttonsIn(list.current), event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div ref={list} id={id} role="menu" popover="manual" className={s.menu} onKeyDown={handleKey}>
      {items.map(({ label, icon, detail, checked, onSelect }) => (
        <button
          key={label}
          type="button"
          role={checked === undefined ? 'menuitem' : isOfSeveral ? 'menuitemcheckbox' : 'menuitemradio'}
          aria-checked={checked}
          tabIndex={-1}
          className={s.item}
          onClick={() => {
            close();
            onSelect();
          }}
        >
          {checked === undefined ? icon : <span className={s.mark}>{checked && <Icon name="check" />}</span>}
          <span>
            {label}
            {detail && <span className={`${layout.hint} ${s.detail}`}>{detail}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

const gap = 4;

/** Shows it below its button, or above if near the bottom of the window, and always inside the window. */
function show(list: HTMLElement) {
  list.showPopover?.(); // without popovers, it is shown as it is
  const button = list.parentElement?.getBoundingClientRect();
  if (!button) return;
  const { offsetWidth, offsetHeight } = list;
  const end = document.body.clientWidth - offsetWidth - 2 * gap;
  const below = button.bottom + gap;
  const lowest = document.documentElement.clientHeight - offsetHeight - gap;
  const isAbove = below > lowest + gap && button.top > offsetHeight + gap;
  list.style.left = `${Math.max(0, Math.min(button.left, end))}px`;
  list.style.top = `${isAbove ? button.top - offsetHeight - gap : Math.max(gap, Math.min(below, lowest))}px`;
}

const buttonsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('button') ?? [])];

/** Returns whether the key moves the focus. */
function moveFocus(buttons: readonly HTMLElement[], key: string): boolean {
  const index = buttons.findIndex((button) => button === document.activeElement);
  const after = [...buttons.slice(index + 1), ...buttons.slice(0, index + 1)];
  const target = { ArrowDown: after[0], ArrowUp: after.at(-2), Home: buttons[0], End: buttons.at(-1) }[key];
  const isLetter = key.length === 1 && key !== ' ';
  const named = isLetter
    ? after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
    : undefined;
  (target ?? named)?.focus();
  return target !== undefined || named !== undefined;
}
