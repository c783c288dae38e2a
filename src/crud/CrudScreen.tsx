// The screen of one kind of record: heading with count, filters, the records, paging, and the dialogs
// to add, edit and delete. A screen says what is special about its kind.

import { useEffect, useState, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Page } from '../contract/decode.ts';
import type { ChangeParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Pager } from '../ui/data/Pager.tsx';
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx';
import { SearchBox } from '../ui/filters/SearchBox.tsx';
import { CardSkeletons } from '../ui/feedback/Skeletons.tsx';
import { FilteredRecords } from './FilteredRecords.tsx';
import { Loaded } from './Loaded.tsx';
import { RecordDialogs, type OpenDialog } from './RecordDialogs.tsx';
import type { EditorControls, ListParams, RecordActions, RecordKind } from './recordKind.ts';
import { useCreatedRecord } from './useCreatedRecord.ts';
import type { Deletion } from './useDeletion.ts';
import { useExistingPage } from './useExistingPage.ts';
import * as s from './CrudScreen.module.css';

interface RecordScreenProps<T extends { id: number }> {
  kind: RecordKind<T>;
  list: Resource<Page<T>>;
  params: ListParams;
  change: ChangeParams<ListParams>;
  filters?: ReactNode;
  empty?: { title: string; hint?: string };
  skeleton?: ReactNode;
  editor(record: T | undefined, controls: EditorControls): ReactNode;
  deletion: Deletion;
  children(records: readonly T[], actionsOf: (record: T) => RecordActions): ReactNode;
}

/** Other screens lead here with ?add=1 to have the dialog opened at once. */
const isAskedToAdd = () => new URLSearchParams(location.search).has('add');

export function RecordScreen<T extends { id: number }>(props: RecordScreenProps<T>) {
  const { kind, list, params, change, deletion } = props;
  const [open, setOpen] = useState<OpenDialog<T>>(() => (isAskedToAdd() ? { dialog: 'add' } : undefined));
  const [asked, ask] = useState<{ dialog: 'edit' | 'delete'; id: number }>();
  const shown = useExistingPage(list, params.page, change);
  const showCreated = useCreatedRecord(list, params.page, (page) => change({ page }));

  useEffect(() => {
    if (isAskedToAdd()) navigate(location.pathname, { replace: true });
  }, []);

  // What is shown may be from before: a dialog begins with what the server says now.
  if (asked && !list.loading) {
    const record = list.data?.data.find(({ id }) => id === asked.id);
    ask(undefined);
    if (record) setOpen({ dialog: asked.dialog, record });
  }

  const actionsOf = ({ id }: T): RecordActions => ({
    edit: () => ask({ dialog: 'edit', id }),
    remove: () => ask({ dialog: 'delete', id }),
    asked: asked?.id === id ? asked.dialog : undefined,
  });
  function openAdd() {
    ask(undefined); // or it would come later, and take over what was typed
    setOpen({ dialog: 'add' });
  }
  const add = (
    <Button kind="primary" icon={<Icon name="plus" />} onClick={openAdd}>
      {kind.addLabel}
    </Button>
  );
  const isEmpty = shown.data?.data.length === 0;
  const isForbidden = list.error?.kind === 'forbidden';
  const isFailed = list.error !== undefined && list.data === undefined;

  return (
    <>
      <ScreenHeader
        title={kind.title}
        subtitle={kind.subtitle}
        count={list.data?.total}
        actions={isEmpty || isForbidden ? undefined : add}
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
      </div>
      <Loaded resource={shown} skeleton={props.skeleton ?? <CardSkeletons label={`Loading ${kind.many}…`} count={6} />}>
        {({ data, last_page }) => (
          <div aria-busy={list.loading} className={s.list}>
            <FilteredRecords
              records={data}
              filter={params.q}
              many={kind.many}
              wordsOf={kind.wordsOf}
              empty={props.empty ?? kind.empty}
              add={add}
              onClear={() => change({ q: '', page: params.page })}
            >
              {(records) => props.children(records, actionsOf)}
            </FilteredRecords>
            <Pager page={params.page} lastPage={last_page} busy={list.loading} onPage={(page) => change({ page })} />
          </div>
        )}
      </Loaded>
      <RecordDialogs
        open={open}
        nameOf={kind.nameOf}
        editor={props.editor}
        deletion={deletion}
        // A deletion may end when another dialog is open already.
        onClose={() => setOpen((now) => (now === open ? undefined : now))}
        onCreated={(id) => {
          // What is new need not be on this page, and the quick filter would hide it.
          change({ q: '' });
          showCreated(id);
        }}
      />
    </>
  );
}
