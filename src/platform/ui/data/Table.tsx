// Native table. A row only renders again when it, its columns or its selection change: keep `columns`, `label` and
// `groupOf` at module scope or in useMemo. On narrow pages, it scrolls sideways, even by keyboard, unless it is dense.
import clsx from 'clsx';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode, useId, useMemo, useSyncExternalStore } from 'react';
import { withoutColumns } from '../../hooks/searchParams.ts';
import { useShownSearch } from '../../hooks/useListParams.ts';
import { usePageMark } from '../../hooks/usePageMark.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import * as box from '../forms/Checkbox.module.css';
import * as s from './Table.module.css';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** Name in the menu of columns, if the header is more than text. */
  label?: string;
  cell(row: Row): ReactNode;
  align?: 'start' | 'end';
  /** Makes it as wide as its content or, in a dense table, as its class says. */
  narrow?: boolean;
  screenOnly?: boolean;
  /** Place on a phone in a dense table, whose rows begin with their header there. */
  phone?: keyof typeof places;
  /** Whether it names the row for screen readers. */
  rowHeader?: boolean;
  /** Class of its header and cells. */
  className?: string;
  sorted?: 'ascending' | 'descending';
}

const places = {
  end: s.beside,
  belowEnd: s.belowEnd,
  last: s.last,
  belowMiddle: s.belowMiddle,
  below: s.below,
  hidden: s.hidden,
};

/** Selected rows, in a store so that selecting a row renders only that row. */
export interface Picks {
  has(id: number): boolean;
  set(ids: Iterable<number>, isSelected: boolean): void;
  subscribe(listener: () => void): () => void;
}

interface Selection<Row> {
  picks: Picks;
  /** Label of the checkbox that selects all rows on the page. */
  allLabel: string;
  /** Returns the label of a row's checkbox. */
  label(row: Row): string;
}

interface TableProps<Row> {
  caption: string;
  rows: readonly Row[];
  rowKey(row: Row): number;
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
  busy?: boolean;
  className?: string;
  /** Returns an element id, which makes it possible to scroll to a row and focus it. */
  rowId?(id: number): string;
  /** Gives columns fixed widths, so that most rows take one line. Longer content takes more. */
  dense?: boolean;
  /** Returns a row's group title. Consecutive rows with the same title form a group below it. */
  groupOf?(row: Row): string;
}

/** Key of rows that are records. */
export const idOf = ({ id }: { id: number }) => id;

export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, selection, busy = false, className, rowId, dense, groupOf } = props;
  const without = new URLSearchParams(useShownSearch()).get(withoutColumns) ?? '';
  const columns = useMemo(() => columnsWithout(without, props.columns), [without, props.columns]);
  const captionId = useId();
  const groups = useMemo(() => grouped(rows, groupOf), [rows, groupOf]);
  const looks = useMemo(() => columns.map(look), [columns]);
  const choices = choicesOf(props.columns);
  usePageMark('data-choosable', choices.includes('|'));
  return (
    <div className={s.frame}>
      <div role="region" aria-labelledby={captionId} tabIndex={0} className={clsx(s.scroller, dense && s.unbound)}>
        <table
          aria-busy={busy || undefined}
          data-columns={choices}
          className={clsx(s.table, dense && s.dense, !selection && s.unpicked, busy && s.busy, className)}
          onClick={clickControl}
        >
          <caption id={captionId}>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead className={s.top}>
            <tr>
              {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
              {columns.map((column, index) => (
                <th key={column.id} scope="col" aria-sort={column.sorted} className={clsx(s.head, looks[index])}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={rowKey(rows[0])}>
              {title !== undefined && (
                <tr className={s.group}>
                  <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                    {title}
                  </th>
                </tr>
              )}
              {rows.map((row) => {
                const id = rowKey(row);
                return (
                  <TableRow
                    key={id}
                    id={id}
                    elementId={rowId?.(id)}
                    row={row}
                    columns={columns}
                    looks={looks}
                    picks={selection?.picks}
                    labelOf={selection?.label}
                  />
                );
              })}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  );
}

/** Whether a column can be hidden. Columns that name the row or act on it always stay. */
const canGo = ({ rowHeader, screenOnly }: Column<never>): boolean => !rowHeader && !screenOnly;

function columnsWithout<Row>(without: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const ids = without.split(',');
  return columns.filter((column) => !(canGo(column) && ids.includes(column.id)));
}

/** Describes the columns that can be hidden, for the menu in the screen's header. */
const choicesOf = (columns: readonly Column<never>[]): string =>
  columns
    .flatMap((column) => {
      const { id, header, label = header } = column;
      return canGo(column) && typeof label === 'string' ? `${id}=${label}` : [];
    })
    .join('|');

const look = ({ align, narrow, screenOnly, phone, className }: Column<never>): string | undefined =>
  clsx(align === 'end' && s.end, narrow && s.narrow, screenOnly && s.screenOnly, phone && places[phone], className) ||
  undefined;

interface TableRowProps<Row> {
  id: number;
  elementId: string | undefined;
  row: Row;
  columns: readonly Column<Row>[];
  /** Class of each column's cells. */
  looks: readonly (string | undefined)[];
  /** Undefined if rows cannot be selected. */
  picks: Picks | undefined;
  labelOf?(row: Row): string;
}

const unchanging = () => () => {};

function PlainTableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { id, elementId, row, columns, looks, picks, labelOf } = props;
  const isSelected = useSyncExternalStore(picks?.subscribe ?? unchanging, () => picks?.has(id));
  // Selecting a row must not render its cells again.
  const cells = useMemo(
    () =>
      columns.map((column, index) =>
        column.rowHeader ? (
          <th key={column.id} scope="row" className={looks[index]}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={looks[index]}>
            {column.cell(row)}
          </td>
        ),
      ),
    [row, columns, looks],
  );
  return (
    <tr id={elementId} tabIndex={elementId ? -1 : undefined} className={clsx(s.row, isSelected && s.selected)}>
      {picks && (
        <td className={s.pick}>
          <input
            type="checkbox"
            className={box.checkbox}
            value={id}
            aria-label={labelOf?.(row)}
            checked={isSelected}
            onChange={({ target }: ChangeEvent<HTMLInputElement>) => picks.set([id], target.checked)}
          />
        </td>
      )}
      {cells}
    </tr>
  );
}

const TableRow: typeof PlainTableRow = memo(PlainTableRow);

interface SelectAllProps<Row> {
  rows: readonly Row[];
  rowKey(row: Row): number;
  selection: Selection<Row>;
}

function SelectAll<Row>({ rows, rowKey, selection: { picks, allLabel } }: SelectAllProps<Row>) {
  const count = useSyncExternalStore(picks.subscribe, () => rows.filter((row) => picks.has(rowKey(row))).length);
  const isWhole = rows.length > 0 && count === rows.length;
  return (
    <th scope="col" className={clsx(s.head, s.pick)}>
      <Checkbox
        aria-label={allLabel}
        title={allLabel}
        checked={isWhole}
        indeterminate={count > 0 && !isWhole}
        onChange={() => picks.set(rows.map(rowKey), !isWhole)}
      />
    </th>
  );
}

interface Group<Row> {
  title: string | undefined;
  rows: [Row, ...Row[]];
}

/** Groups consecutive rows with the same title. */
function grouped<Row>(rows: readonly Row[], groupOf?: (row: Row) => string): Group<Row>[] {
  const groups: Group<Row>[] = [];
  for (const row of rows) {
    const title = groupOf?.(row);
    const last = groups.at(-1);
    if (last && last.title === title) last.rows.push(row);
    else groups.push({ title, rows: [row] });
  }
  return groups;
}

/**
 * Handles clicks on the table instead of on each cell: a whole cell acts as its checkbox, and a whole row as its
 * control with `data-opens`.
 */
function clickControl({ target, currentTarget, shiftKey, ctrlKey, metaKey }: MouseEvent) {
  // Clicks in a dialog that was opened from the table also arrive here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, input, label')) return;
  const box = target instanceof HTMLTableCellElement && target.querySelector('input');
  if (box) return box.click();
  if (shiftKey || ctrlKey || metaKey || getSelection()?.type === 'Range') return; // text is being selected
  const opener = target.closest('tr')?.querySelector<HTMLElement>('[data-opens=true]');
  opener?.focus({ preventScroll: true }); // the focus returns to it
  opener?.click();
}
