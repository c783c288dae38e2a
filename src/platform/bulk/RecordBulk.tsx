// Bar of actions for the selected records of a list, with their dialogs. Loaded after the list.

import { useState } from 'react';
import { type AskWidePage, asWideAsPossible } from '../export/read/wide.ts';
import { useCanCall } from '../session/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import type { BulkAction } from './bulkAction.ts';
import { askOnly } from './onlyPage.ts';
import { type SelectedFrom, useSelected } from './useSelected.ts';

/** All that match are requested, or known: those that a search in the browser has found. */
type AllThatMatch<T> = { ask: AskWidePage<T>; found?: undefined } | { ask?: unknown; found: readonly T[] };

export type RecordBulkProps<T extends { id: number }> = SelectedFrom<T> & AllThatMatch<T>;

type KnownBulkProps<T extends { id: number }> = RecordBulkProps<T> & {
  kind: { one: string; many: string };
  actions: readonly BulkAction<T>[];
};

export function RecordBulk<T extends { id: number }>({ ask, found, kind, actions, ...shown }: KnownBulkProps<T>) {
  const canCall = useCanCall();
  const selected = useSelected(shown);
  const [open, setOpen] = useState<string>();
  const action = actions.find(({ label }) => label === open);
  return (
    <>
      <BulkBar {...shown} kind={kind} ask={found ? askOnly(found) : asWideAsPossible(ask)}>
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
          records={selected}
          onEnd={({ done }) =>
            shown.selection.set(
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
