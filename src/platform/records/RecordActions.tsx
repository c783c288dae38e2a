// Actions of a record: its own, then Edit and Delete if the user may. On a card they are words, in a list icons, which
// fit into a row. A record with a page has Edit and a menu that leads to the parts of the page.

import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PickBox } from '../bulk/PickBox.tsx';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { Menu } from '../ui/overlays/Menu.tsx';
import type { RecordActions } from './recordKind.ts';
import * as s from './RecordActions.module.css';

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
      <HistoryButton name={name} history={history} pending={pending} />
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

interface RecordRowActionsProps extends RecordActions {
  name: string;
  /** Why it can be neither edited nor deleted. */
  locked?: string;
  parts?: readonly PagePart[] | undefined;
  children?: ReactNode;
}

/** Part of the record's page. */
interface PagePart {
  label: string;
  href: string;
}

export function RecordRowActions(props: RecordRowActionsProps) {
  const { name, locked, edit, remove, history, pending, parts, children } = props;
  return (
    <span className={s.actions}>
      {children}
      {!parts && <HistoryButton name={name} history={history} pending={pending} />}
      {edit && (
        <RowButton
          disabledReason={locked}
          data-opens={locked === undefined || undefined}
          label={`Edit ${name}`}
          icon={<ActionIcon name="edit" />}
          busy={pending === 'edit'}
          onClick={edit}
        />
      )}
      {parts && (remove || parts.length > 0) && <PartsMenu name={name} parts={parts} remove={remove} />}
      {remove && !parts && (
        <RowButton
          disabledReason={locked}
          label={`Delete ${name}`}
          icon={<ActionIcon name="trash" />}
          busy={pending === 'delete'}
          onClick={remove}
        />
      )}
    </span>
  );
}

const HistoryButton = ({ name, history, pending }: Pick<RecordActions, 'history' | 'pending'> & { name: string }) =>
  history && (
    <RowButton
      data-opens="fallback"
      label={`History of ${name}`}
      icon={<ActionIcon name="clock" />}
      busy={pending === 'history'}
      onClick={history}
    />
  );

interface PartsMenuProps extends Pick<RecordActions, 'remove'> {
  name: string;
  parts: readonly PagePart[];
}

function PartsMenu({ name, parts, remove }: PartsMenuProps) {
  const [, navigate] = useLocation();
  return (
    <Menu
      kind="quiet"
      size="small"
      icon={<ActionIcon name="more" />}
      aria-label={`More of ${name}`}
      items={[
        ...parts.map(({ label, href }) => ({ label, onSelect: () => navigate(href) })),
        ...(remove ? [{ label: 'Delete', onSelect: remove }] : []),
      ]}
    />
  );
}

type RowButtonProps = Pick<ButtonProps, 'icon' | 'busy' | 'disabledReason' | 'onClick'> & { label: string };

/** The tooltip is its name, or else why it cannot be pressed, since both would be read aloud. */
export function RowButton({ label, disabledReason, ...rest }: RowButtonProps) {
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={disabledReason && label}
      title={disabledReason ?? label}
      disabledReason={disabledReason}
      {...rest}
    />
  );
}
