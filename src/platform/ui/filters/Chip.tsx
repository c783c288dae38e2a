// Shows a filter in words. Pressing it opens its field in place; the cross removes it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ActionIcon } from '../ActionIcon.tsx';
import { Icon } from '../Icon.tsx';
import * as s from './Chip.module.css';

interface ChipProps {
  label: string;
  value: string;
  /** Undefined for a filter with its default value. */
  onRemove: (() => void) | undefined;
  /** Renders the field. Call `close` after a choice that leaves nothing else to choose. */
  children(close: () => void): ReactNode;
}

export function Chip({ label, value, onRemove, children }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const id = useId();
  const words = `${label}: ${value}`;

  function close() {
    setOpen(false);
    opener.current?.focus();
  }
  /** Moves the focus to the beginning of the line, since the chip disappears. */
  function remove() {
    frame.current?.parentElement?.querySelector('button')?.focus();
    onRemove?.();
  }
  return (
    <span
      ref={frame}
      className={s.chip}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented || !isOpen) return;
        event.preventDefault();
        close();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={s.words}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{words}</span>
        <ActionIcon name="chevronDown" />
      </button>
      {onRemove && (
        <button type="button" className={s.remove} aria-label={`Remove filter ${words}`} onClick={remove}>
          <Icon name="close" />
        </button>
      )}
      {isOpen && (
        <Editor id={id} label={label} leave={() => setOpen(false)}>
          {children(close)}
        </Editor>
      )}
    </span>
  );
}

interface EditorProps {
  id: string;
  label: string;
  /** Called after a press elsewhere, where the focus stays. */
  leave(): void;
  children: ReactNode;
}

function Editor({ id, label, leave, children }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const editor = place.current;
    if (!editor) return;
    keepWithinWindow(editor);
    const field = editor.querySelector<HTMLElement>(':is(input, select, [aria-pressed=true], button):not(:disabled)');
    field?.focus();
    if (field?.role === 'combobox') field.click(); // shows the choices at once
  }, []);

  useEffect(() => {
    const leaveUnlessInside = ({ target }: PointerEvent) =>
      target instanceof Node && !place.current?.parentElement?.contains(target) && leave();
    document.addEventListener('pointerdown', leaveUnlessInside);
    return () => document.removeEventListener('pointerdown', leaveUnlessInside);
  }, [leave]);

  return (
    <div ref={place} id={id} role="dialog" aria-label={label} className={s.editor}>
      {children}
    </div>
  );
}

const margin = 8;

/** Keeps a list, which opens below the start of its frame, inside the window by moving it back or above. */
function keepWithinWindow(list: HTMLElement) {
  const { right, bottom, height } = list.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  // Unlike the page, its body does not extend under the space reserved for the scroll bar.
  const back = Math.max(0, right + margin - document.body.clientWidth);
  if (back > 0) list.style.translate = `${-back}px`;
  const button = list.parentElement?.getBoundingClientRect();
  const isAbove = bottom + margin > clientHeight && button && button.top > height + margin;
  if (isAbove) list.style.inset = 'auto auto 100% 0';
}
