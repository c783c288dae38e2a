// What can be done with the record of a card: its own actions, then edit and delete.

import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import type { RecordActions } from './recordKind.ts';
import { Icon } from '../ui/Icon.tsx';

interface RecordCardActionsProps extends RecordActions {
  name: string;
  /** Why it may be neither edited nor deleted. */
  locked?: string;
  children?: ReactNode;
}

export function RecordCardActions({ name, locked, edit, remove, asked, children }: RecordCardActionsProps) {
  return (
    <>
      {children}
      <Button
        size="small"
        icon={<Icon name="edit" />}
        aria-label={`Edit ${name}`}
        disabledReason={locked}
        busy={asked === 'edit'}
        onClick={edit}
      >
        Edit
      </Button>
      <Button
        size="small"
        icon={<Icon name="trash" />}
        aria-label={`Delete ${name}`}
        disabledReason={locked}
        busy={asked === 'delete'}
        onClick={remove}
      >
        Delete
      </Button>
    </>
  );
}
