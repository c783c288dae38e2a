// Native modal dialog that is open while mounted. It asks before it discards typed changes, ignores clicks on the
// backdrop, and returns the focus to the element that opened it. It is at the end of the document, so that it cannot
// be hidden along with that element.

import clsx from 'clsx';
import { type ReactNode, type SyntheticEvent, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePageMark } from '../../hooks/usePageMark.ts';
import { Button } from '../Button.tsx';
import { LongText } from '../data/LongText.tsx';
import { Toasts } from '../feedback/Toasts.tsx';
import { Icon } from '../Icon.tsx';
import { useNavigationGuard } from './useNavigationGuard.ts';
import * as s from './Dialog.module.css';

const sizes = {
  small: s.small,
  medium: undefined,
  large: s.large,
  side: s.side,
  wideSide: clsx(s.wide, s.side),
  top: s.top,
};

export interface DialogProps {
  title: string;
  /** Shown instead of the title, which then only names the dialog. */
  header?: ReactNode;
  onClose(): void;
  /** `side` and `wideSide` are next to the list on wide pages, which stays readable. */
  size?: keyof typeof sizes;
  /** Puts the initial focus on the title rather than the first field, which may be far below. */
  isForReading?: boolean;
  /** Whether there are unsaved changes. */
  dirty?: boolean;
  /** Question before closing it with unsaved changes. */
  question?: Partial<ClosingQuestion>;
  /** Content at the other end of the footer's row. */
  aside?: ReactNode;
  /** A function receives the handler for its Cancel button. */
  footer?: ReactNode | ((requestClose: () => void) => ReactNode);
  /** An alertdialog is a question, whose content screen readers read together with its title. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

interface ClosingQuestion {
  title: string;
  message: string;
  keep: string;
  discard: string;
}

const discardQuestion: ClosingQuestion = {
  title: 'Discard your changes?',
  message: 'What you entered has not been saved.',
  keep: 'Keep Editing',
  discard: 'Discard',
};

/** For changes that are being saved, which neither closing the dialog nor leaving the page stops. */
export const savingQuestion = (act: 'closing' | 'leaving') => ({
  message: `They are being saved, and ${act} does not stop that. If it fails, they are lost.`,
});

const firstField = ':is(input, select, textarea):not(:disabled, [readonly], [type=search])';

export function Dialog(props: DialogProps) {
  const { title, header, onClose, size = 'medium', isForReading = false, dirty = false, question } = props;
  const { aside, footer, role, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const contentId = useId();
  const [isAsking, setAsking] = useState(false);
  const [opener] = useState(() => document.activeElement);
  usePageMark('data-dialog');
  usePageMark('data-side-dialog', size === 'side' || size === 'wideSide');

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    openers.set(dialog, opener);
    dialog.showModal();
    const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
    (find('[data-autofocus]') ?? (isForReading ? null : find(firstField)) ?? find('h2'))?.focus();
    return () => {
      dialog.close();
      // Wait until React has finished this update, which may remove the opener too.
      queueMicrotask(() => focusOpener(opener));
    };
  }, [opener, isForReading]);

  // Leaving the page would discard changes too.
  const ask = useCallback(() => setAsking(true), []);
  useNavigationGuard(dirty, ask);

  function discard() {
    setAsking(false);
    onClose();
  }

  function requestClose() {
    if (dirty) setAsking(true);
    else onClose();
  }

  /** Handles Esc, and a phone's back gesture. */
  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || !event.cancelable) return;
    event.preventDefault();
    requestClose();
  }

  /** Reopens the dialog and asks, since a second Esc in a row closes it without a cancel event. */
  function handleForcedClose({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) {
    if (dialog.open) return;
    dialog.showModal();
    requestClose();
  }

  return createPortal(
    <dialog
      ref={ref}
      role={role}
      aria-label={header ? title : undefined}
      aria-labelledby={header ? undefined : titleId}
      aria-describedby={role === 'alertdialog' ? contentId : undefined}
      className={clsx(s.dialog, sizes[size])}
      onCancel={handleCancel}
      onClose={handleForcedClose}
      // React would also submit the form that opened it, as if this were within it.
      onSubmit={(event) => event.stopPropagation()}
    >
      <header className={s.header}>
        {header ?? (
          <h2 id={titleId} tabIndex={-1} className={s.title}>
            <LongText limit="title">{title}</LongText>
          </h2>
        )}
        <Button kind="quiet" size="small" icon={<Icon name="close" />} aria-label="Close" onClick={requestClose} />
      </header>
      <div id={contentId} className={s.content}>
        {children}
      </div>
      <Toasts inDialog />
      {(footer || aside) && (
        <footer className={s.footer}>
          {aside && <span className={s.aside}>{aside}</span>}
          {typeof footer === 'function' ? footer(requestClose) : footer}
        </footer>
      )}
      {isAsking && <DiscardQuestion {...question} onKeep={() => setAsking(false)} onDiscard={discard} />}
    </dialog>,
    document.body,
  );
}

const openers = new WeakMap<Element, Element | null>();

/** Focuses the opener. If that was in a dialog that this one has replaced, focuses that dialog's opener instead. */
function focusOpener(opener: Element | null | undefined): void {
  const replaced = opener?.isConnected ? null : opener?.closest('dialog');
  if (replaced) focusOpener(openers.get(replaced));
  else if (opener instanceof HTMLElement) opener.focus();
}

interface DiscardQuestionProps extends Partial<ClosingQuestion> {
  onKeep(): void;
  onDiscard(): void;
}

export function DiscardQuestion({ onKeep, onDiscard, ...question }: DiscardQuestionProps) {
  const { title, message, keep, discard } = { ...discardQuestion, ...question };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      onClose={onKeep}
      footer={
        <>
          <Button data-autofocus onClick={onKeep}>
            {keep}
          </Button>
          <Button kind="danger" onClick={onDiscard}>
            {discard}
          </Button>
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  );
}
