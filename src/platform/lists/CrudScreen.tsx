// Screen for one kind of record: heading with count, search and filters, the records, paging, and dialogs to add, edit
// and delete. Each screen only states what is special about its kind.

import { type ComponentType, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import type { WriteKey } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import type { Pick } from '../bulk/PickBox.tsx';
import type { RecordBulkProps } from '../bulk/RecordBulk.tsx';
import { createSelection, type Selection } from '../bulk/selection.ts';
import type { ListColumn, ListRows } from '../export/list/listFile.ts';
import { ShownAddress, useExistingPage, useListParams, useShownSearch } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import { CrudDialogs, DeleteDialog, type OpenDialog } from '../records/CrudDialogs.tsx';
import { auditSubjectOf } from '../records/history/auditAddress.ts';
import { rememberList } from '../records/openRecord.ts';
import type { EditorControls, RecordActions, RecordKind, RecordList } from '../records/recordKind.ts';
import { editParams } from '../records/recordLinkTo.ts';
import { useCanCall } from '../session/permissions.ts';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { CardGrid } from '../ui/data/CardGrid.tsx';
import { CardSkeletons } from '../ui/data/CardSkeletons.tsx';
import { Pager } from '../ui/data/Pager.tsx';
import { ResourceView } from '../ui/data/ResourceView.tsx';
import { PrintNote } from '../ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx';
import { AfterDelay, usePreloadWhen } from '../ui/lazyPart.tsx';
import { FoundCount } from './FoundCount.tsx';
import { FoundRecords } from './FoundRecords.tsx';
import { type ListAddress, ListTools, type ViewOption } from './ListTools.tsx';
import { SearchStatus } from './search/SearchStatus.tsx';
import { type SearchedList, useSearchedList } from './search/useSearchedList.ts';
import { useCreatedRecord } from './useCreatedRecord.ts';
import type { AddressedList } from './useListSource.ts';
import * as selecting from '../bulk/around.module.css';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './CrudScreen.module.css';

/** Props with the list from useListSource. */
type CrudScreenProps<T extends { id: number }> = AddressedList<Page<T>, ListAddress> & {
  kind: RecordKind<T>;
  /** Buttons next to the one that adds a record. */
  actions?: ReactNode;
  filters?: ReactNode;
  /** Content between the filters and the records. */
  intro?: ReactNode;
  /** Filters in use, for paper and files. */
  activeFilters?: readonly { label: string; value: string }[];
  empty?: { title: string; hint?: string };
  /** Number of rows in its placeholder. */
  usualRows?: number;
  bulk?: Bulk<T>;
  editor(record: T | undefined, controls: EditorControls): ReactNode;
  /** Columns of the exported file. */
  columns(): Promise<readonly ListColumn<T>[]>;
  views?: readonly ExtraView<T>[];
} & (
    | { card(record: T, actions: RecordActions): ReactNode; table?(list: RecordList<T>): ReactNode }
    | { card?: undefined; table(list: RecordList<T>): ReactNode }
  );

/** Way to show the records besides cards and list. */
interface ExtraView<T> extends ViewOption {
  show(list: RecordList<T>): ReactNode;
  /** Rows of the exported file. */
  rows(records: readonly T[]): Promise<ListRows>;
}

const views: readonly ViewOption[] = [
  { value: 'cards', label: 'Cards' },
  { value: 'list', label: 'List' },
];

const laterParts = [DeleteDialog];

const loadExport = loadOnce('The export', async () => (await import('./listExport/exportedList.ts')).exportShown);

export function CrudScreen<T extends { id: number }>(props: CrudScreenProps<T>) {
  const { kind, params, change, turnTo, activeFilters = [] } = props;
  const path = use(ShownAddress)?.path;
  const address = useShownSearch();
  useEffect(() => {
    if (path) rememberList(path, address);
  }, [path, address]);
  const searched = useSearchedList(props, kind);
  const { list, search } = searched;
  const { around, pickOf, bar } = useRecordBulk(props.bulk, props, searched);
  const dialogs = useRecordDialogs(kind, list);
  usePreloadWhen(list.data !== undefined, laterParts);
  const isSearched = search.found !== undefined || params.q !== '';
  const shown = useExistingPage(list, params.page, turnTo, isSearched);
  const showCreated = useCreatedRecord(list, params.page, props.searches, change);

  const ownActionsOf = dialogs.actionsOf;
  const actionsOf = useCallback(
    (record: T) => ({ ...ownActionsOf(record), pick: pickOf(record) }),
    [ownActionsOf, pickOf],
  );
  const add = dialogs.add && (
    <Button kind="primary" icon={<ActionIcon name="plus" />} data-key="add" onClick={dialogs.add}>
      {kind.addLabel}
    </Button>
  );
  const isEmpty = shown.data?.data.length === 0 && !isSearched;
  const isForbidden = list.error?.kind === 'forbidden';
  const isFailed = list.error !== undefined && list.data === undefined;
  // Tools that a person has used stay where they are, even if the list then fails without any filter.
  const [hasTools, setHasTools] = useState(false);
  if (!hasTools && (list.data || isSearched || activeFilters.length > 0 || params.sort)) setHasTools(true);
  const shownFilters = params.q ? [...activeFilters, { label: 'Search', value: params.q }] : activeFilters;
  const extra = props.views?.find(({ value }) => value === params.view);
  const showTable = extra?.show ?? (props.card && params.view !== 'list' ? undefined : props.table);
  const order = params.sort || (search.isByName ? 'name' : '');
  const onSort = useCallback((sort: string) => change({ sort }), [change]);
  const loading = `Loading ${kind.many}…`;
  const placeholder = showTable
    ? { loading, rows: props.usualRows ?? 12 }
    : { skeleton: <CardSkeletons label={loading} count={12} lines={kind.cardLines} /> };

  return (
    <>
      <ScreenHeader
        title={kind.title}
        subtitle={kind.subtitle}
        count={isSearched ? undefined : list.data?.total}
        actions={
          !isForbidden && (
            <>
              {props.actions}
              {!isEmpty && add}
            </>
          )
        }
      />
      <ListTools
        kind={kind}
        exported={{
          ...kind,
          export: async (format, run) =>
            (await loadExport())({ ...props, shownFilters, rows: extra?.rows }, { ...run, format }),
        }}
        search={search}
        params={params}
        change={change}
        filters={props.filters}
        isNarrowed={activeFilters.length > 0}
        hasRecords={!isEmpty && !isForbidden && (!isFailed || hasTools)}
        views={props.card && props.table ? [...views, ...(props.views ?? [])] : []}
      />
      <FoundCount total={isSearched ? undefined : list.data?.total} />
      <div className={`${layout.page} ${s.intro}`}>{props.intro}</div>
      <div ref={around} className={selecting.around}>
        {bar}
        <ResourceView resource={shown} {...placeholder}>
          {({ data, last_page, total }) => (
            <div aria-busy={list.loading} className={layout.stack4}>
              <PrintNote
                list={{ page: params.page, lastPage: last_page, shown: data.length, total: total }}
                filters={shownFilters}
              />
              <SearchStatus kind={kind} list={list} search={search} onCancel={() => change({ q: '', sort: '' })} />
              <div className={list.loading ? s.stale : undefined}>
                <FoundRecords
                  records={data}
                  isSearched={isSearched}
                  kind={kind}
                  filters={activeFilters}
                  empty={props.empty}
                  add={add}
                  onClear={() => change({ q: '' })}
                >
                  {(records) =>
                    showTable ? (
                      showTable({ records, actionsOf, sort: order, onSort })
                    ) : (
                      <CardGrid label={kind.title} records={records}>
                        {(record) => props.card?.(record, actionsOf(record))}
                      </CardGrid>
                    )
                  }
                </FoundRecords>
              </div>
              <Pager page={params.page} lastPage={last_page} busy={list.loading} onPage={turnTo} />
            </div>
          )}
        </ResourceView>
      </div>
      <CrudDialogs
        open={dialogs.open}
        kind={kind}
        editor={props.editor}
        onClose={dialogs.close}
        onCreated={showCreated}
      />
    </>
  );
}

// Selection on a screen of records: a checkbox for each, and a bar of actions for the selected ones.

/** Actions of a screen for many records. */
interface Bulk<T extends { id: number }> {
  /** Calls of the actions. Users who may make none of them cannot select anything. */
  calls: readonly WriteKey[];
  /** Component that loads after the list. */
  Part: ComponentType<RecordBulkProps<T>>;
}

interface RecordSelection<T> {
  around: Selection<{ id: number }>['around'];
  /** Must stay the same function. */
  pickOf(record: T): Pick | undefined;
  bar: ReactNode;
}

function useRecordBulk<T extends { id: number }>(
  bulk: Bulk<T> | undefined,
  { name, ask, searches, params }: AddressedList<Page<T>, ListAddress>,
  { list, search }: SearchedList<T>,
): RecordSelection<T> {
  const [selection] = useState(createSelection<T>);
  const canCall = useCanCall();
  const canSelect = bulk?.calls.some(canCall) ?? false;
  // If a new sign-in loses the right, a change under way stays, with its outcome.
  const [hasSelected, setSelected] = useState(canSelect);
  if (canSelect && !hasSelected) setSelected(true);
  const pickOf = useCallback(({ id }: T) => (canSelect ? { id, picks: selection } : undefined), [canSelect, selection]);
  const isInBrowser = !searches && params.q.trim() !== '';
  return {
    around: selection.around,
    pickOf,
    bar: bulk && hasSelected && list.data && (
      <AfterDelay>
        <bulk.Part
          selection={selection}
          list={list.data}
          page={`${params.page} ${params.sort}`}
          filters={`${name} ${params.q}`}
          ask={ask}
          found={isInBrowser ? search.whole.index?.find(params.q, params.sort) : undefined}
        />
      </AfterDelay>
    ),
  };
}

// State of the dialogs on a screen of records, and the actions that open them. A record's form has an address, so that
// Back closes it.

interface RecordDialogs<T> {
  open: OpenDialog<T> | undefined;
  close(): void;
  /** Undefined if the user may not add. */
  add: (() => void) | undefined;
  /** Changes only when the actions do. */
  actionsOf(record: T): RecordActions;
}

/** Other screens and the palette link here with ?add=1 to open the dialog at once. */
const dialogParams = { ...editParams, add: 0 };

function useRecordDialogs<T extends { id: number }>(kind: RecordKind<T>, list: Resource<Page<T>>): RecordDialogs<T> {
  const canCall = useCanCall();
  const mayAdd = canCall(kind.add);
  const mayEdit = canCall(kind.edit);
  const mayRemove = canCall(kind.remove.key);
  const hasHistory = auditSubjectOf(kind.edit) !== undefined && canCall('GET /audit');
  const [{ edit, add }, change] = useListParams(dialogParams);
  const [open, setOpen] = useState<OpenDialog<T> | undefined>(mayAdd && add ? { dialog: 'add' } : undefined);
  useEffect(() => {
    if (!add) return;
    change({ add: 0 }, { replace: true });
    if (mayAdd) setOpen({ dialog: 'add' });
  }, [add, mayAdd, change]);

  const edited = open?.dialog === 'edit' ? open.id : 0;
  // If the last sign-in lost the right to edit, the form can still be closed.
  if (edit !== edited && (mayEdit || !edit)) setOpen(edit ? { dialog: 'edit', id: edit } : undefined);

  const show = useCallback(
    (dialog: OpenDialog<T>) => {
      change({ edit: 0 }, { replace: true });
      setOpen(dialog);
    },
    [change],
  );

  const pending = open && open.dialog !== 'add' && !open.record ? open : undefined;
  const record = pending && list.data?.data.find(({ id }) => id === pending.id);
  const isGone = pending !== undefined && !list.loading && list.data !== undefined && !record;
  if (pending && !list.loading) {
    // Stored rather than derived, as the edited record must not change when the list reloads behind the dialog.
    if (record) setOpen({ ...pending, record });
    else if (pending.dialog !== 'edit') setOpen(undefined);
  }
  // Otherwise its form would open unexpectedly on whichever page of the list has it.
  useEffect(() => {
    if (isGone) change({ edit: 0 }, { replace: true });
  }, [isGone, change]);

  const actionsOf = useCallback(
    ({ id }: T): RecordActions => ({
      edit: mayEdit ? () => change({ edit: id }) : undefined,
      remove: mayRemove ? () => show({ dialog: 'delete', id }) : undefined,
      history: hasHistory ? () => show({ dialog: 'history', id }) : undefined,
      pending: pending?.id === id ? pending.dialog : undefined,
    }),
    [mayEdit, mayRemove, hasHistory, pending, change, show],
  );
  return {
    open,
    close: () => (edit ? change({ edit: 0 }, { replace: true }) : setOpen(undefined)),
    add: mayAdd ? () => show({ dialog: 'add' }) : undefined,
    actionsOf,
  };
}
