// The screen of one kind of record: heading with count, filters, the records, paging, and the dialogs to add, edit
// and delete. Each screen states only what is special about its kind.

import { Fragment, useCallback, useEffect, useState, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Page } from '../contract/decode.ts';
import type { ChangeParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import { useMay } from '../session/useMay.ts';
import { Button } from '../ui/Button.tsx';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { CardGrid } from '../ui/data/CardGrid.tsx';
import { Pager } from '../ui/data/Pager.tsx';
import { ViewSwitch } from '../ui/data/ViewSwitch.tsx';
import { PrintNote } from '../ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx';
import { SearchBox } from '../ui/filters/SearchBox.tsx';
import { CardSkeletons } from '../ui/feedback/CardSkeletons.tsx';
import { TableSkeleton } from '../ui/feedback/Skeletons.tsx';
import { CrudDialogs, type OpenDialog } from './CrudDialogs.tsx';
import { FilteredRecords } from './FilteredRecords.tsx';
import { rememberView } from './listView.ts';
import { Loaded } from './Loaded.tsx';
import type { EditorControls, RecordActions, RecordKind } from './recordKind.ts';
import { useCreatedRecord } from './useCreatedRecord.ts';
import { useExistingPage } from './useExistingPage.ts';
import * as s from './CrudScreen.module.css';

type CrudScreenProps<T extends { id: number }> = {
  kind: RecordKind<T>;
  /** From useList. */
  list: Resource<Page<T>>;
  params: { page: number; q: string; view?: string };
  change: ChangeParams<{ page: number; q: string; view: string }>;
  filters?: ReactNode;
  /** Between the filters and the records. */
  intro?: ReactNode;
  /** What they are set to, for paper. */
  activeFilters?: readonly { label: string; value: string }[];
  empty?: { title: string; hint?: string };
  skeleton?: ReactNode;
  editor(record: T | undefined, controls: EditorControls): ReactNode;
} & (
  | { card(record: T, actions: RecordActions): ReactNode; table?: RenderTable<T> }
  | { card?: undefined; table: RenderTable<T> }
);

/** `actionsOf` changes only when the actions do. */
type RenderTable<T> = (records: readonly T[], actionsOf: (record: T) => RecordActions) => ReactNode;

const views = [
  { value: 'cards', label: 'Cards' },
  { value: 'list', label: 'List' },
] as const;

/** Other screens link here with ?add=1 to open the dialog at once. */
const isAskedToAdd = () => new URLSearchParams(location.search).has('add');

export function CrudScreen<T extends { id: number }>(props: CrudScreenProps<T>) {
  const { kind, list, params, change } = props;
  const may = useMay();
  const mayAdd = may(kind.add);
  const [open, setOpen] = useState<OpenDialog<T> | undefined>(() =>
    mayAdd && isAskedToAdd() ? { dialog: 'add' } : undefined,
  );
  const shown = useExistingPage(list, params.page, change);
  const showCreated = useCreatedRecord(list, params.page, (page) => change({ page }));

  useEffect(() => {
    if (isAskedToAdd()) navigate(location.pathname, { replace: true });
  }, []);

  const pending = open && open.dialog !== 'add' && !open.record ? open : undefined;
  if (pending && !list.loading) {
    // Stored, not derived: what is being edited must not change when the list reloads under the dialog.
    const record = list.data?.data.find(({ id }) => id === pending.id);
    setOpen(record && { ...pending, record });
  }

  const mayEdit = may(kind.edit);
  const mayRemove = may(kind.remove.key);
  const actionsOf = useCallback(
    ({ id }: T): RecordActions => ({
      edit: mayEdit ? () => setOpen({ dialog: 'edit', id }) : undefined,
      remove: mayRemove ? () => setOpen({ dialog: 'delete', id }) : undefined,
      pending: pending?.id === id ? pending.dialog : undefined,
    }),
    [mayEdit, mayRemove, pending],
  );
  const add = mayAdd && (
    <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={() => setOpen({ dialog: 'add' })}>
      {kind.addLabel}
    </Button>
  );
  const isEmpty = shown.data?.data.length === 0;
  const isForbidden = list.error?.kind === 'forbidden';
  const isFailed = list.error !== undefined && list.data === undefined;
  const hasBothViews = props.card !== undefined && props.table !== undefined;
  const showTable = props.card && params.view !== 'list' ? undefined : props.table;
  const loadingLabel = `Loading ${kind.many}…`;
  const skeleton =
    props.skeleton ??
    (showTable ? <TableSkeleton label={loadingLabel} rows={12} /> : <CardSkeletons label={loadingLabel} count={6} />);

  return (
    <>
      <ScreenHeader
        title={kind.title}
        subtitle={kind.subtitle}
        count={list.data?.total}
        actions={!isEmpty && !isForbidden && add}
      />
      <div className={s.tools}>
        {props.filters}
        {!isEmpty && !isForbidden && !isFailed && (
          <SearchBox
            label={`Filter the ${kind.many} on this page`}
            placeholder="Filter this page"
            value={params.q}
            onChange={(q) => change({ q, page: params.page }, { replace: true })}
          />
        )}
        {hasBothViews && !isEmpty && !isForbidden && !isFailed && (
          <ViewSwitch
            options={views}
            value={params.view ?? 'cards'}
            onChange={(view) => {
              rememberView(kind.many, view);
              change({ view }, { replace: true });
            }}
          />
        )}
      </div>
      {props.intro}
      <Loaded resource={shown} skeleton={skeleton}>
        {({ data, last_page, total }) => (
          <div aria-busy={list.loading} className={s.list}>
            <PrintNote
              page={params.page}
              lastPage={last_page}
              shown={data.length}
              total={total}
              filters={[...(props.activeFilters ?? []), ...(params.q ? [{ label: 'Filter', value: params.q }] : [])]}
            />
            <FilteredRecords
              records={data}
              filter={params.q}
              kind={kind}
              empty={props.empty}
              add={add}
              onClear={() => change({ q: '', page: params.page })}
            >
              {(records) =>
                showTable ? (
                  showTable(records, actionsOf)
                ) : (
                  <CardGrid label={kind.title}>
                    {records.map((record) => (
                      <Fragment key={record.id}>{props.card?.(record, actionsOf(record))}</Fragment>
                    ))}
                  </CardGrid>
                )
              }
            </FilteredRecords>
            <Pager page={params.page} lastPage={last_page} busy={list.loading} onPage={(page) => change({ page })} />
          </div>
        )}
      </Loaded>
      <CrudDialogs
        open={open}
        kind={kind}
        editor={props.editor}
        // A deletion may end when another dialog is open already.
        onClose={() => setOpen((now) => (now === open ? undefined : now))}
        onCreated={(id) => {
          // The quick filter could hide the new record, which may also be on another page.
          change({ q: '' });
          showCreated(id);
        }}
      />
    </>
  );
}
