// The actions of a record in a list: as on its card, but as icons, which a row has room for.

import type { ReactNode } from 'react';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import type { RecordActions } from './recordKind.ts';
import * as s from './RecordRowActions.module.css';

interface RecordRowActionsProps extends RecordActions {
  name: string;
  /** Why it can be neither edited nor deleted. */
  locked?: string;
  children?: ReactNode;
}

export function RecordRowActions({ name, locked, edit, remove, history, pending, children }: RecordRowActionsProps) {
  const state = { disabledReason: locked };
  return (
    <span className={s.actions}>
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
        <RowButton
          {...state}
          data-opens={locked === undefined || undefined}
          label={`Edit ${name}`}
          icon={<ActionIcon name="edit" />}
          busy={pending === 'edit'}
          onClick={edit}
        />
      )}
      {remove && (
        <RowButton
          {...state}
          label={`Delete ${name}`}
          icon={<ActionIcon name="trash" />}
          busy={pending === 'delete'}
          onClick={remove}
        />
      )}
    </span>
  );
}

interface RowButtonProps {
  label: string;
  icon: ReactNode;
  busy?: boolean;
  disabledReason?: string;
  /** Marks what Enter presses in the row; `otherwise` only where the person has no such control. */
  'data-opens'?: 'otherwise' | true;
  onClick(): void;
}

export function RowButton({ label, disabledReason, ...rest }: RowButtonProps) {
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={label}
      title={disabledReason ?? label}
      disabledReason={disabledReason}
      {...rest}
    />
  );
}
