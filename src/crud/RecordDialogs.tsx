// The dialogs of a screen of records: to add one, to edit one, and the question before one is deleted.

import type { ReactNode } from 'react';
import { ConfirmDelete } from '../ui/overlays/Confirm.tsx';
import type { EditorControls } from './recordKind.ts';
import type { Deletion } from './useDeletion.ts';

export type OpenDialog<T> = { dialog: 'add' } | { dialog: 'edit' | 'delete'; record: T } | undefined;

interface RecordDialogsProps<T> {
  open: OpenDialog<T>;
  nameOf(record: T): string;
  editor(record: T | undefined, controls: EditorControls): ReactNode;
  deletion: Deletion;
  onClose(): void;
  onCreated(id: number | undefined): void;
}

export function RecordDialogs<T extends { id: number }>(props: RecordDialogsProps<T>) {
  const { open, nameOf, editor, deletion, onClose, onCreated } = props;
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
      return editor(open.record, { close: onClose, saved: onClose });
    case 'delete':
      return (
        <ConfirmDelete
          name={nameOf(open.record)}
          busy={deletion.busy}
          error={deletion.error}
          onConfirm={() => void deletion.run(open.record.id).then(({ ok }) => ok && onClose())}
          onClose={() => {
            deletion.clear();
            onClose();
          }}
        />
      );
  }
}
