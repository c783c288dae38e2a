// Asks before an action. Failures are shown in the dialog, which stays open.

import type { ReactNode } from 'react';
import type { Answer, Args, WriteKey } from '../../../shared/contract/calls.ts';
import type { FieldErrors } from '../../../shared/contract/validate.ts';
import { useAction, withFields } from '../../hooks/useAction.ts';
import { Button } from '../Button.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { Dialog } from './Dialog.tsx';
import * as layout from '../layout/layout.module.css';

interface Question {
  /** State of the action to confirm, from `useAction`. */
  action?: { readonly busy: boolean; readonly error?: string | undefined; readonly fields?: FieldErrors | undefined };
  onConfirm(): void;
  onClose(): void;
}

interface ConfirmProps extends Question {
  title: string;
  message: ReactNode;
  confirmLabel: string;
  /** 'danger' also puts the focus on Cancel. */
  tone?: 'danger' | 'primary';
  /** Content below the message. */
  children?: ReactNode;
}

export function Confirm({
  title,
  message,
  confirmLabel,
  tone = 'primary',
  action,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const isDangerous = tone === 'danger';
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus={isDangerous || undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button kind={tone} data-autofocus={!isDangerous || undefined} busy={action?.busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={layout.stack3}>
        {action?.error && <Banner tone="bad">{withFields(action.error, action.fields)}</Banner>}
        <p>{message}</p>
        {children}
      </div>
    </Dialog>
  );
}

interface ConfirmCallProps<K extends WriteKey> extends Omit<ConfirmProps, 'action' | 'onConfirm'> {
  call: K;
  args: Args<K>;
  /** Called once the call has succeeded, before the dialog closes. */
  onDone?(answer: Answer<K>): void;
}

/** Asks for confirmation, makes the call, and closes. */
export function ConfirmCall<K extends WriteKey>({ call, args, onDone, ...question }: ConfirmCallProps<K>) {
  const action = useAction(call, {
    after: ({ data }) => onDone?.(data),
    whileOpen: question.onClose,
  });
  return <Confirm {...question} action={action} onConfirm={() => void action.run(args)} />;
}

interface ConfirmDeleteProps extends Question {
  /** Lower-case noun: 'company'. */
  noun: string;
  name: string;
  /** Says what will be deleted along with it. */
  children?: ReactNode;
}

/** 'access controller' as 'Access Controller', for titles and buttons. */
export const titled = (words: string): string => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The specification quotes the message. */
export function ConfirmDelete({ noun, name, ...question }: ConfirmDeleteProps) {
  return (
    <Confirm
      {...question}
      title={`Delete ${titled(noun)}`}
      message={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      confirmLabel="Delete"
      tone="danger"
    />
  );
}
