// Asks before a record is deleted.

import type { ReactNode } from 'react';
import { useAction } from '../hooks/useAction.ts';
import { ConfirmDelete } from '../ui/overlays/Confirm.tsx';
import type { Removal } from './recordKind.ts';

interface DeleteDialogProps {
  id: number;
  /** Lower-case noun: 'company'. */
  noun: string;
  name: string;
  remove: Removal;
  /** Names what is deleted with it. */
  goesWith: ReactNode;
  onClose(): void;
  onDeleted(): void;
}

export default function DeleteDialog({ id, noun, name, remove, goesWith, onClose, onDeleted }: DeleteDialogProps) {
  const removal = useAction(remove.key);
  return (
    <ConfirmDelete
      noun={noun}
      name={name}
      action={removal}
      onConfirm={() => void removal.run(remove.args(id)).then(({ ok }) => ok && onDeleted())}
      onClose={onClose}
    >
      {goesWith && <p>{goesWith}</p>}
    </ConfirmDelete>
  );
}
