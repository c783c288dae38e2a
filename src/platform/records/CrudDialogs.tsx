// Dialogs of a screen of records: add, edit, and the confirmation before deleting.

import type { ReactNode } from 'react';
import { lazyPart } from '../ui/lazyPart.tsx';
import { auditSubjectOf } from './history/auditAddress.ts';
import { HistoryPart } from './history/HistoryButton.tsx';
import type { EditorControls, RecordKind } from './recordKind.ts';

export const DeleteDialog = lazyPart('The question', () => import('./DeleteDialog.tsx'));

/** Without `record`, waits for the list to be reloaded, as a dialog begins with what the server has now. */
export type OpenDialog<T> = { dialog: 'add' } | { dialog: 'edit' | 'delete' | 'history'; id: number; record?: T };

interface CrudDialogsProps<T> {
  open: OpenDialog<T> | undefined;
  kind: RecordKind<T>;
  editor(record: T | undefined, controls: EditorControls): ReactNode;
  onClose(): void;
  onCreated(id: number | undefined): void;
}

export function CrudDialogs<T extends { id: number }>(props: CrudDialogsProps<T>) {
  const { open, kind, editor, onClose, onCreated } = props;
  switch (open?.dialog) {
    case undefined:
      return null;
    case 'add':
      return editor(undefined, {
        close: onClose,
        saved(id) {
          onClose();
          onCreated(id);
        },
      });
    case 'edit':
      return open.record && editor(open.record, { close: onClose, saved: onClose });
    case 'history': {
      const subject = auditSubjectOf(kind.edit);
      if (!subject || !open.record) return null;
      return <HistoryPart of={{ subject, id: open.id }} name={kind.nameOf(open.record)} onClose={onClose} />;
    }
    case 'delete':
      return open.record && <DeleteDialog kind={kind} record={open.record} onClose={onClose} onDeleted={onClose} />;
  }
}
