// Page of one record: a link back to its list, what identifies it, its state, its actions, and its parts as tabs, each
// with its own address. The page of each kind only states what is special about it.

import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useListParams } from '../hooks/useListParams.ts';
import type { Resource } from '../hooks/useResource.ts';
import { useCanCall } from '../session/permissions.ts';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { DottedLine } from '../ui/data/DottedLine.tsx';
import { LinkTabs } from '../ui/data/LinkTabs.tsx';
import { ResourceView } from '../ui/data/ResourceView.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedReads } from '../ui/feedback/FailedReads.tsx';
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx';
import { lazyPart, usePreloadWhen } from '../ui/lazyPart.tsx';
import { DialogButton } from '../ui/overlays/DialogButton.tsx';
import { Menu } from '../ui/overlays/Menu.tsx';
import { DeleteDialog } from './CrudDialogs.tsx';
import { listAddress } from './openRecord.ts';
import type { EditorControls, RecordKind } from './recordKind.ts';
import { editParams, recordAddress, recordParams } from './recordLinkTo.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './RecordPage.module.css';

const Forbidden = lazyPart('The explanation', () => import('../ui/data/Forbidden.tsx'));

export interface RecordTab<T> {
  /** Name in the address. */
  name: string;
  label: string;
  /** False if the server does not have what it shows, or the user may not see it. */
  isThere: boolean;
  show(record: T): ReactNode;
}

interface RecordHead {
  name: string;
  /** What identifies the record, and its state. Missing facts are left out. */
  facts: readonly ReactNode[];
  /** Where facts come from besides the record. */
  reads?: readonly Resource<unknown>[];
  actions?: ReactNode;
}

interface RecordPageProps<T> {
  id: number;
  /** 'Employee', which is the heading until the record has loaded. */
  noun: string;
  list: { title: string; path: string };
  record: Resource<T>;
  head(record: T): RecordHead;
  /** Tabs, of which the first opens if the address names none. */
  tabs: readonly RecordTab<T>[];
}

export function RecordPage<T>({ id, noun, list, record, head, tabs }: RecordPageProps<T>) {
  const [{ tab }] = useListParams(recordParams);
  const shown: RecordHead = record.data === undefined ? { name: noun, facts: [] } : head(record.data);
  const { name, facts, reads = [], actions } = shown;
  const present = tabs.filter(({ isThere }) => isThere);
  const current = present.find((one) => one.name === tab) ?? present[0];
  const missing = record.data === undefined && record.error?.kind === 'notFound' ? record.error : undefined;
  // The first tab is the record itself.
  useDocumentTitle(!missing && current && current !== present[0] ? `${name}: ${current.label}` : name);
  return (
    <>
      <div className={`${layout.row} ${layout.screenOnly} ${s.top}`}>
        <nav aria-label="Breadcrumb" className={s.breadcrumb}>
          <Link href={listAddress(list.path)}>
            <ActionIcon name="chevronLeft" />
            {list.title}
          </Link>
        </nav>
        {actions}
      </div>
      <ScreenHeader title={name} subtitle={<DottedLine parts={facts} />} />
      {missing && <MissingRecord title={missing.fromServer ? missing.message : `${noun} not found`} list={list} />}
      {!missing && !current && <Forbidden />}
      {!missing && current && (
        <>
          <Tabs
            label={noun}
            tabs={present.map((one) => ({ ...one, href: recordAddress(list.path, id, one.name) }))}
            current={current}
          />
          <ResourceView resource={record} loading={`Loading ${noun.toLowerCase()}…`} lines={8}>
            {(data) => (
              <div className={layout.page}>
                <FailedReads whole="all facts" reads={reads} />
                {current.show(data)}
              </div>
            )}
          </ResourceView>
        </>
      )}
    </>
  );
}

/** Replaces the parts of a record that does not exist, without Retry, as loading it again would not help. */
function MissingRecord({ title, list }: { title: string; list: { title: string; path: string } }) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon="search"
      title={title}
      hint="It may have been deleted, the link may be wrong, or you may not have access to it."
      action={<Button onClick={() => navigate(listAddress(list.path))}>All {list.title}</Button>}
    />
  );
}

interface TabsProps {
  label: string;
  tabs: readonly { name: string; label: string; href: string }[];
  current: { name: string; label: string };
}

/** Links or, on a phone, where they would take several lines, a menu. */
function Tabs({ label, tabs, current }: TabsProps) {
  const [, navigate] = useLocation();
  return (
    <div className={`${layout.screenOnly} ${s.tabs}`}>
      <div className={s.links}>
        <LinkTabs label={label} tabs={tabs} current={current.name} />
      </div>
      <div className={s.menu}>
        <Menu
          aria-label={`${label}: ${current.label}`}
          label={current.label}
          items={tabs.map((tab) => ({
            label: tab.label,
            checked: tab.name === current.name,
            onSelect: () => navigate(tab.href),
          }))}
        />
      </div>
    </div>
  );
}

const laterParts = [DeleteDialog];

interface PageActionsProps<T> {
  kind: RecordKind<T>;
  path: string;
  record: T;
  editor(record: T, controls: EditorControls): ReactNode;
}

/** Edit and Delete, if the user may. The form has an address, so that Back closes it. */
export function PageActions<T extends { id: number }>({ kind, path, record, editor }: PageActionsProps<T>) {
  const canCall = useCanCall();
  const [{ edit }, change] = useListParams(editParams);
  const [, navigate] = useLocation();
  const mayEdit = canCall(kind.edit);
  const [edited, setEdited] = useState(0);
  // If the last sign-in lost the right to edit, the form stays with its values.
  if (edit !== edited && (mayEdit || !edit)) setEdited(edit);
  usePreloadWhen(true, laterParts);
  const stopEditing = () => change({ edit: 0 }, { replace: true });
  return (
    <>
      {mayEdit && (
        <Button size="small" icon={<ActionIcon name="edit" />} onClick={() => change({ edit: record.id })}>
          Edit
        </Button>
      )}
      {canCall(kind.remove.key) && (
        <DialogButton size="small" icon={<ActionIcon name="trash" />} label="Delete">
          {(close) => (
            <DeleteDialog kind={kind} record={record} onClose={close} onDeleted={() => navigate(listAddress(path))} />
          )}
        </DialogButton>
      )}
      {edited === record.id && editor(record, { close: stopEditing, saved: stopEditing })}
    </>
  );
}
