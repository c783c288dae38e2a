// A list of entries about expected time. They are added and deleted but never changed, so the audit tells what was
// valid when.

import { type ReactNode, useState } from 'react';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { ConfirmCall } from '../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

interface EntryListProps<R> {
  title: string;
  /** 'Pattern' */
  noun: string;
  about?: ReactNode;
  /** Shown while there is no entry. */
  empty: string;
  rows: readonly R[];
  nameOf(row: R): string;
  detailOf(row: R): string;
  warningOf?(row: R): string | false;
  add: 'POST /week-patterns' | 'POST /leaves' | 'POST /balances';
  remove: 'DELETE /week-patterns/{id}' | 'DELETE /leaves/{id}' | 'DELETE /balances/{id}';
  /** Whether an entry belongs here and can be deleted. */
  isOwn?(row: R): boolean;
  dialog(onClose: () => void): ReactNode;
}

export function EntryList<R extends { id: number }>(props: EntryListProps<R>) {
  const { title, noun, about, empty, rows, nameOf, detailOf, warningOf, add, remove, isOwn, dialog } = props;
  const canCall = useCanCall();
  const [removed, setRemoved] = useState<R>();
  return (
    <Panel
      title={title}
      aside={
        canCall(add) && (
          <DialogButton size="small" icon={<ActionIcon name="plus" />} label={`Add ${noun}`}>
            {dialog}
          </DialogButton>
        )
      }
    >
      {about}
      {rows.length === 0 ? (
        <p className={layout.muted}>{empty}</p>
      ) : (
        <ul aria-label={title} className={layout.list}>
          {rows.map((row) => (
            <ListRow
              key={row.id}
              title={nameOf(row)}
              end={
                canCall(remove) &&
                isOwn?.(row) !== false && (
                  <Button size="small" aria-label={`Delete ${nameOf(row)}`} onClick={() => setRemoved(row)}>
                    Delete
                  </Button>
                )
              }
            >
              <p className={layout.muted}>{detailOf(row)}</p>
              {warningOf?.(row) && <Banner tone="warning">{warningOf(row)}</Banner>}
            </ListRow>
          ))}
        </ul>
      )}
      {removed && (
        <ConfirmCall
          call={remove}
          args={{ id: removed.id }}
          title={`Delete ${noun}`}
          message={`Delete ${nameOf(removed)}, ${detailOf(removed)}? The days that it affects are calculated again.`}
          confirmLabel="Delete"
          tone="danger"
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Panel>
  );
}
