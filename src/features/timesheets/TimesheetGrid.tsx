// People by days. On a phone each person is a card with the days of a week in a line.

import clsx from 'clsx';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { StatusIcon } from '../../platform/ui/StatusIcon.tsx';
import type { DaySummary, ExpectedTime, TimesheetRow } from '../../shared/contract/timesheets.ts';
import { waitsForAnswer } from '../../shared/contract/workday.ts';
import { plural } from '../../shared/words/plural.ts';
import { describeDay, expectedNotes, isWeekend, marksOf, stillIn } from '../../shared/words/workDay.ts';
import { hoursAndMinutes, signedHours } from '../../shared/words/workedTime.ts';
import { Clock } from './Clock.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './TimesheetGrid.module.css';

interface TimesheetGridProps {
  rows: readonly TimesheetRow[];
  /** 'YYYY-MM-DD' */
  days: readonly string[];
  busy: boolean;
  hasCompany: boolean;
  /** The address of a person's sheet, with a day of it open. */
  sheetAddress(employeeId: number, day?: string): string;
}

export function TimesheetGrid({ rows, days, busy, hasCompany, sheetAddress }: TimesheetGridProps) {
  const [, navigate] = useLocation();
  const figures = useMemo(() => figuresIn(rows), [rows]);
  const { active, ...focus } = useGridFocus(rows.length, days.length + 2 + figures.length);
  const heads = useMemo(() => days.map((day) => ({ day, ...headOf(day) })), [days]);

  function open(target: EventTarget) {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
    if (cell) navigate(sheetAddress(Number(cell.dataset.employee), cell.dataset.day));
  }
  return (
    <div className={`${layout.box} ${s.scroller}`}>
      <table
        role="grid"
        aria-label="Timesheets"
        aria-readonly
        aria-busy={busy || undefined}
        className={clsx(s.grid, busy && s.busy)}
        {...focus}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open(event.target);
          focus.onKeyDown(event);
        }}
        onClick={({ target }: MouseEvent) => open(target)}
      >
        <thead>
          <tr>
            <th scope="col" className={s.person}>
              Person
            </th>
            <th scope="col" className={s.total}>
              Total
            </th>
            {figures.map(({ label }) => (
              <th key={label} scope="col" className={s.figure}>
                {label}
              </th>
            ))}
            {heads.map(({ day, weekday, date }) => (
              <th key={day} scope="col" className={clsx(isWeekend(day) && s.weekend)}>
                {weekday} <span className={s.date}>{date}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={row.employee.id}
              row={row}
              index={index}
              days={days}
              figures={figures}
              activeColumn={active.row === index ? active.column : undefined}
              hasCompany={hasCompany}
              sheetAddress={sheetAddress}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Figure {
  label: string;
  of(time: ExpectedTime): string;
}

/** The columns of expected time; none if no pattern says what is expected. */
function figuresIn(rows: readonly TimesheetRow[]): Figure[] {
  if (!rows.some(({ expected_time }) => expected_time)) return [];
  const hasBalance = rows.some(({ expected_time }) => typeof expected_time?.balance_minutes === 'number');
  return [
    { label: 'Expected', of: ({ expected_minutes }) => hoursAndMinutes(expected_minutes) },
    { label: 'Difference', of: ({ difference_minutes }) => signedHours(difference_minutes) },
    ...(hasBalance
      ? [
          {
            label: 'Balance',
            of: ({ balance_minutes }: ExpectedTime) => (balance_minutes === null ? '' : signedHours(balance_minutes)),
          },
        ]
      : []),
  ];
}

/** 'Mon' and '16 Nov' */
function headOf(day: string) {
  const [weekday = '', date = '', month = ''] = new Date(`${day}T00:00:00Z`).toUTCString().split(/,? /);
  return { weekday, date: `${Number(date)} ${month}` };
}

interface GridRowProps {
  row: TimesheetRow;
  index: number;
  days: readonly string[];
  figures: readonly Figure[];
  /** The column of the cell that Tab leads to, if it is in this row. */
  activeColumn: number | undefined;
  hasCompany: boolean;
  sheetAddress(employeeId: number): string;
}

/** Shows one person. Moving the focus renders only the rows that it leaves and enters. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, days, figures, activeColumn, hasCompany, sheetAddress } = props;
  const { employee, company } = row;
  const byDay = useMemo(() => new Map(row.days.map((day): [string, DaySummary] => [day.day, day])), [row]);
  const expected = useMemo(() => new Map(row.expected_time?.days.map((day) => [day.day, day])), [row]);
  const cell = (column: number) => ({
    'data-cell': cellName({ row: index, column }),
    tabIndex: column === activeColumn ? 0 : -1,
  });
  const about = [employee.employee_id, hasCompany && company.name, employee.department].filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row" className={s.person}>
        <Link href={sheetAddress(employee.id)} data-opens {...cell(0)}>
          {employee.name || 'Unknown Employee'}
        </Link>
        <span className={s.about}>{about}</span>
      </th>
      <td className={s.total} {...cell(1)}>
        <span className={s.worked}>{hoursAndMinutes(row.worked_minutes)}</span>
        <span className={s.times}>{plural(row.days_present, 'day')}</span>
      </td>
      {figures.map(({ label, of }, place) => (
        <td key={label} className={s.figure} {...cell(place + 2)}>
          {row.expected_time && (
            <>
              <span className={s.label}>{label} </span>
              {of(row.expected_time)}
            </>
          )}
        </td>
      ))}
      {days.map((day, place) => (
        <td
          key={day}
          data-day={day}
          data-employee={employee.id}
          className={clsx(s.day, isWeekend(day) && s.weekend)}
          {...cell(place + 2 + figures.length)}
        >
          <DayCell day={day} summary={byDay.get(day)} notes={expectedNotes(expected.get(day))} />
        </td>
      ))}
    </tr>
  );
});

/** Shows one day: worked time, first in and last out, and a mark where there is more to say. */
function DayCell({ day, summary, notes }: { day: string; summary: DaySummary | undefined; notes: readonly string[] }) {
  const dateOfCard = <span className={s.cardDate}>{Number(day.slice(8))}</span>;
  if (!summary) {
    return (
      <>
        {dateOfCard}
        <span className={layout.muted}>{notes.join(', ') || '–'}</span>
      </>
    );
  }
  const { worked_minutes, is_open } = summary;
  const showsStillIn = is_open && worked_minutes === 0;
  const hidden = marksOf({ ...summary, is_open: is_open && !showsStillIn });
  return (
    <div title={describeDay(summary)}>
      {dateOfCard}
      <span className={s.worked}>
        {showsStillIn ? stillIn : hoursAndMinutes(worked_minutes)}
        {summary.exceptions.length > 0 && <Mark isQuestion={summary.exceptions.some(waitsForAnswer)} />}
      </span>
      <span className={s.times}>
        {summary.first_in ? <Clock day={day} timestamp={summary.first_in} /> : '?'}–
        {!is_open && (summary.last_out ? <Clock day={day} timestamp={summary.last_out} /> : '?')}
      </span>
      {notes.length > 0 && <span className={s.times}>{notes.join(', ')}</span>}
      {hidden.length > 0 && <VisuallyHidden>{hidden.join(', ')}</VisuallyHidden>}
    </div>
  );
}

const Mark = ({ isQuestion }: { isQuestion: boolean }) =>
  isQuestion ? <StatusIcon name="warning" className={s.question} /> : <ActionIcon name="edit" className={s.note} />;

/**
 * Makes the grid a single stop for Tab, at the cell that last had the focus. Other keys move the focus from cell to
 * cell. Cells carry cellName() in `data-cell`.
 */
function useGridFocus(rows: number, columns: number) {
  const [focused, setFocused] = useState<Cell>({ row: 0, column: 0 });
  const last = { row: rows - 1, column: columns - 1 };
  // Another page may be shorter.
  const active = { row: Math.min(focused.row, last.row), column: Math.min(focused.column, last.column) };
  return {
    /** The cell that Tab leads to. */
    active,
    onFocus({ target }: FocusEvent) {
      const cell = cellOf(target);
      if (cell) setFocused(cell);
    },
    onKeyDown(event: KeyboardEvent) {
      const next = event.altKey || event.metaKey ? undefined : cellAfter(active, event, last);
      if (!next) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${cellName(next)}"]`)?.focus();
    },
  };
}

const cellName = ({ row, column }: Cell): string => `${row} ${column}`;

function cellOf(element: Element): Cell | undefined {
  const name = element.closest('[data-cell]')?.getAttribute('data-cell');
  const [row, column] = (name ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

const page = 10;

/** Undefined for a key that does not move the focus. */
function cellAfter(
  { row, column }: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  last: Cell,
): Cell | undefined {
  const moves: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? last.row : row, column: last.column },
  };
  const next = moves[key];
  return next && { row: within(next.row, last.row), column: within(next.column, last.column) };
}

const within = (place: number, last: number) => Math.max(0, Math.min(place, last));
