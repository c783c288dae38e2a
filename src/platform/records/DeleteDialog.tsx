// Asks before a record is deleted.

import { useAction } from '../hooks/useAction.ts';
import { ConfirmDelete } from '../ui/overlays/Confirm.tsx';
import type { RecordKind } from './recordKind.ts';

interface DeleteDialogProps<T> {
  kind: RecordKind<T>;
  record: T;
  onClose(): void;
  onDeleted(): void;
}

export default function DeleteDialog<T extends { id: number }>(props: DeleteDialogProps<T>) {
  const { kind, record, onClose, onDeleted } = props;
  const { key, args } = kind.remove;
  const removal = useAction(key, { whileOpen: onDeleted });
  const goesWith = kind.goesWith?.(record);
  return (
    <ConfirmDelete
      noun={kind.one}
      name={kind.nameOf(record)}
      action={removal}
      onConfirm={() => void removal.run(args(record.id))}
      onClose={onClose}
    >
      {goesWith && <p role="status">{goesWith}</p>}
    </ConfirmDelete>
  );
}
