// Records as the rows of a list, with the facts and actions of their cards.
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { CallKey } from '../../shared/contract/calls.ts';
import { canCall } from '../session/permissions.ts';
import { useUser } from '../session/session.tsx';
import { ActionIcon } from '../ui/ActionIcon.tsx';
import { type Column, Table } from '../ui/data/Table.tsx';
import { IconPath } from '../ui/IconPath.tsx';
import { RecordRowActions } from './RecordActions.tsx';
import type { RecordList } from './recordKind.ts';
import { cardId } from './useCreatedRecord.ts';
import * as folds from './folds.module.css';
import * as s from './RecordTable.module.css';

export interface RecordColumn<T> extends Omit<Column<T>, 'header' | 'label' | 'sorted'> {
  header: string;
  /** Order after a click on its head. */
  sortsBy?: 'name' | 'created';
}

/** Leaves a column out where there is no room for all. */
export const wideOnly = { className: s.wideOnly };

/** A part of a record's page, for those who may make its call. */
export interface RecordPart<T> {
  label: string;
  call: CallKey;
  hrefOf(record: T): string;
}

interface RecordTableProps<T extends { id: number }> extends RecordList<T> {
  caption: string;
  /** The name of a record. It heads its row, and its actions name it. */
  nameOf(record: T): string;
  /** The page of a record, which its name leads to. Its row then has Edit and a menu, and all else is on the page. */
  hrefOf?(record: T): string;
  /** Declare it outside of the component: a change of its identity renders all rows again. */
  columns: readonly RecordColumn<T>[];
  /** Links and buttons before Edit and Delete. */
  actions?(record: T): ReactNode;
  /** The parts of the page that are opened most often, in the menu. */
  parts?: readonly RecordPart<T>[];
  /** Why the record can be neither edited nor deleted. */
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

/** The name is never cut: a long one takes a second line. */
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

/** A column is as wide as its words, unless one is longer than any language has. */
const withEndless = (content: ReactNode) =>
  typeof content === 'string' && /\S{40}/.test(content) ? <span className={s.endless}>{content}</span> : content;

const idOf = ({ id }: { id: number }) => id;

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

/** A click on the head of the column that sorts turns the order around. */
function SortHead({ label, sorted, onSort }: { label: string; sorted: Sorted; onSort(): void }) {
  return (
    <button type="button" className={s.head} onClick={onSort}>
      {label}
      {sorted === 'ascending' && <IconPath path={up} className={s.icon} />}
      {sorted === 'descending' && <ActionIcon name="chevronDown" className={s.icon} />}
    </button>
  );
}
