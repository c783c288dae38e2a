// A native table. A row is drawn again only when it, its columns or its selection changed: keep `columns`
// at module scope or in useMemo. Narrow pages scroll it sideways, by keyboard too.

import clsx from 'clsx';
import { memo, useCallback, useId, useLayoutEffect, useRef, type ChangeEvent, type ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import * as s from './Table.module.css';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell(row: Row): ReactNode;
  align?: 'start' | 'end';
  /** As wide as its content. */
  narrow?: boolean;
  /** A class that sets the width. */
  width?: string;
}

export interface Selection<Row> {
  selected: ReadonlySet<number>;
  toggle(id: number): void;
  toggleAll(): void;
  /** Says what it selects: the rows of this page. */
  allLabel: string;
  /** Names the row's checkbox. */
  label(row: Row): string;
}

interface TableProps<Row> {
  caption: string;
  rows: readonly Row[];
  rowKey(row: Row): number;
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
  rowClass?(row: Row): string | undefined;
  busy?: boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, columns, selection, rowClass, busy = false } = props;
  const captionId = useId();
  const toggle = useStableToggle(selection);
  return (
    <div className={s.frame}>
      <div role="region" aria-labelledby={captionId} tabIndex={0} className={s.scroller}>
        <table aria-busy={busy || undefined} className={clsx(s.table, busy && s.busy)}>
          <caption id={captionId}>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
              {columns.map((column) => (
                <th key={column.id} scope="col" className={cellClass(column)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = rowKey(row);
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  columns={columns}
                  isSelected={selection?.selected.has(id)}
                  selectionLabel={selection?.label(row)}
                  toggle={toggle}
                  className={rowClass?.(row)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function cellClass({ align, narrow, width }: Column<never>): string | undefined {
  return clsx(align === 'end' && s.end, narrow && s.narrow, width) || undefined;
}

/** One handler for all rows and all renders: the checkbox says which row it is. */
function useStableToggle(selection: { toggle(id: number): void } | undefined) {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useCallback((event: ChangeEvent<HTMLInputElement>) => {
    latest.current?.toggle(Number(event.target.value));
  }, []);
}

interface TableRowProps<Row> {
  id: number;
  row: Row;
  columns: readonly Column<Row>[];
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  selectionLabel: string | undefined;
  toggle(event: ChangeEvent<HTMLInputElement>): void;
  className: string | undefined;
}

function PlainTableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { id, row, columns, isSelected, selectionLabel, toggle, className } = props;
  return (
    <tr className={clsx(isSelected && s.selected, className) || undefined}>
      {isSelected !== undefined && (
        <td className={s.pick}>
          <label>
            <Checkbox value={id} aria-label={selectionLabel} checked={isSelected} onChange={toggle} />
          </label>
        </td>
      )}
      <Cells row={row} columns={columns} />
    </tr>
  );
}

const TableRow: typeof PlainTableRow = memo(PlainTableRow);

function PlainCells<Row>({ row, columns }: Pick<TableRowProps<Row>, 'row' | 'columns'>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  ));
}

/** Selecting a row leaves what it says alone. */
const Cells: typeof PlainCells = memo(PlainCells);

interface SelectAllProps<Row> {
  rows: readonly Row[];
  rowKey(row: Row): number;
  selection: Selection<Row>;
}

function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const count = rows.filter((row) => selection.selected.has(rowKey(row))).length;
  const isWhole = rows.length > 0 && count === rows.length;
  return (
    <th scope="col" className={s.pick}>
      <label>
        <Checkbox
          aria-label={selection.allLabel}
          title={selection.allLabel}
          checked={isWhole}
          indeterminate={count > 0 && !isWhole}
          onChange={selection.toggleAll}
        />
      </label>
    </th>
  );
}
