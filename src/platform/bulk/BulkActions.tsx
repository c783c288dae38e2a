// The bar of a list of records and the dialogs of what it offers.

import { type RefObject, useState } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import { useCanCall } from '../session/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import type { BulkAction } from './bulkAction.ts';
import type { Selection } from './selection.ts';
import type { Source } from './useGather.ts';
import { useKnownRecords } from './useKnownRecords.ts';

export interface BulkListProps<T extends { id: number }> {
  selection: Selection;
  /** The page shown. */
  list: Page<T>;
  /** Names the page: another one ends what was selected on this. */
  page: string;
  source: Source<T>;
  /** The element around the checkboxes. */
  around: RefObject<HTMLElement | null>;
}

interface BulkActionsProps<T extends { id: number }> extends BulkListProps<T> {
  /** Of one record: 'employee'. */
  noun: string;
  actions: readonly BulkAction<T>[];
}

export function BulkActions<T extends { id: number }>(props: BulkActionsProps<T>) {
  const { selection, list, page, source, around, noun, actions } = props;
  const canCall = useCanCall();
  const known = useKnownRecords(selection, source.filters, page, list.data);
  const [open, setOpen] = useState<string>();
  const action = actions.find(({ label }) => label === open);
  return (
    <>
      <BulkBar
        selection={selection}
        known={known}
        noun={noun}
        shown={list.data}
        total={list.total}
        source={source}
        around={around}
      >
        {actions
          .filter(({ needs }) => canCall(needs))
          .map(({ label }) => (
            <Button key={label} size="small" onClick={() => setOpen(label)}>
              {label}
            </Button>
          ))}
      </BulkBar>
      {action && (
        <BulkActionDialog
          action={action}
          records={known.selected(list.data)}
          onEnd={({ done }) =>
            selection.set(
              done.map(({ id }) => id),
              false,
            )
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
