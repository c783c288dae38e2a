// The buttons of a record: its own, then Edit and Delete where the user may.

import type { ReactNode } from 'react';
import { PickBox } from '../bulk/PickBox.tsx';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { RowButton } from './RecordRowActions.tsx';
import type { RecordActions } from './recordKind.ts';
import * as s from './RecordCardActions.module.css';

interface RecordCardActionsProps extends RecordActions {
  name: string;
  /** Why it can be neither edited nor deleted. */
  locked?: string;
  children?: ReactNode;
}

export function RecordCardActions({
  name,
  locked,
  edit,
  remove,
  history,
  pending,
  pick,
  children,
}: RecordCardActionsProps) {
  return (
    <>
      {pick && <PickBox {...pick} name={name} className={s.pick} />}
      {children}
      {history && (
        <RowButton
          data-opens="otherwise"
          label={`History of ${name}`}
          icon={<ActionIcon name="clock" />}
          busy={pending === 'history'}
          onClick={history}
        />
      )}
      {edit && (
        <Button
          data-opens={locked === undefined || undefined}
          size="small"
          aria-label={`Edit ${name}`}
          disabledReason={locked}
          busy={pending === 'edit'}
          onClick={edit}
        >
          Edit
        </Button>
      )}
      {remove && (
        <Button
          size="small"
          aria-label={`Delete ${name}`}
          disabledReason={locked}
          busy={pending === 'delete'}
          onClick={remove}
        >
          Delete
        </Button>
      )}
    </>
  );
}
