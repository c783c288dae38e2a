// Records as rows of a list, with the same facts and actions as their cards.
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { CallKey } from '../../shared/contract/calls.ts';
import { RecordRowActions } from '../records/RecordActions.tsx';
import type { RecordList } from '../records/recordKind.ts';
import { canCall } from '../session/permissions.ts';
import { useUser } from '../session/session.tsx';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { type Column, idOf, Table } from '../ui/data/Table.tsx';
import { IconPath } from '../ui/IconPath.tsx';
import { cardId } from './useCreatedRecord.ts';
import * as folds from './folds.module.css';
import * as s from './RecordTable.module.css';

export interface RecordColumn<T> extends Omit<Column<T>, 'header' | 'label' | 'sorted'> {
  header: string;
  /** Order after a click on its heading. */
  sortsBy?: 'name' | 'created';
}

/** Hides a column where there is no room for all. */
export const wideOnly = { className: s.wideOnly };

/** Part of a record's page, for users who may make its call. */
export interface RecordPart<T> {
  label: string;
  call: CallKey;
  hrefOf(record: T): string;
}

interface RecordTableProps<T extends { id: number }> extends RecordList<T> {
  caption: string;
  /** Returns a record's name, which heads its row and is part of its actions' labels. */
  nameOf(record: T): string;
  /** Returns the address of a record's page, to which its name links. The row then only has Edit and a menu. */
  hrefOf?(record: T): string;
  /** Declare it outside the component, as a change of identity renders all rows again. */
  columns: readonly RecordColumn<T>[];
  /** Links and buttons before Edit and Delete. */
  actions?(record: T): ReactNode;
  /** Parts of the page for the menu: the ones opened most often. */
  parts?: readonly RecordPart<T>[];
  /** Returns why the record can be neither edited nor deleted. */
  lockedReason?(record: T): string | undefined;
}

export function RecordTable<T extends { id: number }>(props: RecordTableProps<T>) {
  const { caption, records, nameOf, hrefOf, columns, actionsOf, actions, parts, lockedReason, sort, onSort } = props;
  const user = useUser();
  const offered = useMemo(() => parts?.filter(({ call }) => canCall(user, call)), [parts, user]);
  const shown = useMemo(
    (): readonly Column<T>[] => [
      ...(hrefOf ? [nameColumn(nameOf, hrefOf), ...columns] : columns).map(({ header, sortsBy, cell, ...column }) => ({
        ...column,
        cell: (record: T) => withEndless(cell(record)),
        label: header,
        ...headOf(header, sortsBy, sort, onSort),
      })),
      {
        id: 'actions',
        header: 'Actions',
        narrow: true,
        screenOnly: true,
        cell: (record) => (
          <RecordRowActions
            name={nameOf(record)}
            locked={lockedReason?.(record)}
            parts={offered?.map(({ label, hrefOf }) => ({ label, href: hrefOf(record) }))}
            {...actionsOf(record)}
          >
            {actions?.(record)}
          </RecordRowActions>
        ),
      },
    ],
    [columns, nameOf, hrefOf, actionsOf, actions, offered, lockedReason, sort, onSort],
  );
  // All records share one selection.
  const picks = records[0] && actionsOf(records[0]).pick?.picks;
  const selection = useMemo(
    () =>
      picks && {
        picks,
        allLabel: 'Select all on this page',
        label: (record: T) => `Select ${nameOf(record)}`,
      },
    [picks, nameOf],
  );
  return (
    <Table
      className={`${s.list} ${folds.folds}`}
      caption={caption}
      rows={records}
      rowKey={idOf}
      rowId={cardId}
      columns={shown}
      selection={selection}
    />
  );
}

/** Names are never cut off. Long ones take a second line. */
const nameColumn = <T,>(nameOf: (record: T) => string, hrefOf: (record: T) => string): RecordColumn<T> => ({
  id: 'name',
  header: 'Name',
  sortsBy: 'name',
  rowHeader: true,
  narrow: true,
  className: s.name,
  cell: (record) => (
    <Link href={hrefOf(record)} data-opens>
      {nameOf(record)}
    </Link>
  ),
});

/** Lets a column be as wide as its longest word, unless that is longer than words in any language. */
const withEndless = (content: ReactNode) =>
  typeof content === 'string' && /\S{40}/.test(content) ? <span className={s.endless}>{content}</span> : content;

function headOf(
  label: string,
  sortsBy: 'name' | 'created' | undefined,
  sort: string,
  onSort: (sort: string) => void,
): Pick<Column<never>, 'header' | 'sorted'> {
  if (!sortsBy) return { header: label };
  const sorted: Sorted = sort === sortsBy ? 'ascending' : sort === `-${sortsBy}` ? 'descending' : undefined;
  const next = sorted === 'ascending' ? (`-${sortsBy}` as const) : sortsBy;
  return { header: <SortHead label={label} sorted={sorted} onSort={() => onSort(next)} />, sorted };
}

type Sorted = 'ascending' | 'descending' | undefined;

const up = 'M3.5 9.75l4.5-4.5 4.5 4.5';

/** Clicking the heading of the sorted column reverses the order. */
function SortHead({ label, sorted, onSort }: { label: string; sorted: Sorted; onSort(): void }) {
  return (
    <button type="button" className={s.head} onClick={onSort}>
      {label}
      {sorted === 'ascending' && <IconPath path={up} className={s.icon} />}
      {sorted === 'descending' && <ActionIcon name="chevronDown" className={s.icon} />}
    </button>
  );
}
