// State of the dialogs of a screen of records, and the actions that open one. The form of a record has an address, so
// that Back closes it.

import { useCallback, useEffect, useState } from 'react';
import { navigate, useSearch as useRawSearch } from 'wouter/use-browser-location';
import type { Page } from '../../shared/contract/decode.ts';
import { useListParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import { useCanCall } from '../session/permissions.ts';
import type { OpenDialog } from './CrudDialogs.tsx';
import { auditSubjectOf } from './history/auditAddress.ts';
import { editParams } from './recordAddress.ts';
import type { RecordActions, RecordKind } from './recordKind.ts';

interface RecordDialogs<T> {
  open: OpenDialog<T> | undefined;
  close(): void;
  /** Undefined if the user may not add. */
  add: (() => void) | undefined;
  /** Changes only when the actions do. */
  actionsOf(record: T): RecordActions;
}

/** Other screens and the palette link here with ?add=1 to open the dialog at once. */
const isAskedToAdd = () => new URLSearchParams(location.search).has('add');

export function useRecordDialogs<T extends { id: number }>(
  kind: RecordKind<T>,
  list: Resource<Page<T>>,
): RecordDialogs<T> {
  const canCall = useCanCall();
  const mayAdd = canCall(kind.add);
  const mayEdit = canCall(kind.edit);
  const mayRemove = canCall(kind.remove.key);
  const hasHistory = auditSubjectOf(kind.edit) !== undefined && canCall('GET /audit');
  const [open, setOpen] = useState<OpenDialog<T> | undefined>(() =>
    mayAdd && isAskedToAdd() ? { dialog: 'add' } : undefined,
  );
  const search = useRawSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` has the question, also once the screen is there.
  useEffect(() => {
    if (!isAskedToAdd()) return;
    navigate(location.pathname, { replace: true });
    if (mayAdd) setOpen({ dialog: 'add' });
  }, [search, mayAdd]);

  const [{ edit }, change] = useListParams(editParams);
  const edited = open?.dialog === 'edit' ? String(open.id) : '';
  if (mayEdit && edit !== edited) setOpen(edit ? { dialog: 'edit', id: Number(edit) } : undefined);

  const show = useCallback(
    (dialog: OpenDialog<T>) => {
      change({ edit: '' }, { replace: true });
      setOpen(dialog);
    },
    [change],
  );

  const pending = open && open.dialog !== 'add' && !open.record ? open : undefined;
  if (pending && !list.loading) {
    // Stored, not derived: what is being edited must not change when the list reloads under the dialog.
    const record = list.data?.data.find(({ id }) => id === pending.id);
    if (record) setOpen({ ...pending, record });
    else if (pending.dialog !== 'edit') setOpen(undefined);
  }

  const actionsOf = useCallback(
    ({ id }: T): RecordActions => ({
      edit: mayEdit ? () => change({ edit: String(id) }) : undefined,
      remove: mayRemove ? () => show({ dialog: 'delete', id }) : undefined,
      history: hasHistory ? () => show({ dialog: 'history', id }) : undefined,
      pending: pending?.id === id ? pending.dialog : undefined,
    }),
    [mayEdit, mayRemove, hasHistory, pending, change, show],
  );
  return {
    open,
    // A deletion may end when another dialog is open already.
    close: () => (edit ? change({ edit: '' }, { replace: true }) : setOpen((now) => (now === open ? undefined : now))),
    add: mayAdd ? () => show({ dialog: 'add' }) : undefined,
    actionsOf,
  };
}
