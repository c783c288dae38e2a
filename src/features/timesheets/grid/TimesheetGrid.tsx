// People by days. On a phone each person is a card with the days of a week in a line.

import { useMemo, type MouseEvent } from 'react';
import clsx from 'clsx';
import { useLocation } from 'wouter';
import type { TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { isWeekend } from '../../../shared/words/workDay.ts';
import { GridRow } from './GridRow.tsx';
import { useGridFocus } from './useGridFocus.ts';
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
  const { active, ...focus } = useGridFocus(rows.length, days.length + 2);
  const heads = useMemo(() => days.map((day) => ({ day, ...headOf(day) })), [days]);

  function open(target: EventTarget) {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
    if (cell) navigate(sheetAddress(Number(cell.dataset.employee), cell.dataset.day));
  }
  return (
    <div className={s.scroller}>
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

/** 'Mon' and '16 Nov' */
function headOf(day: string) {
  const [weekday = '', date = '', month = ''] = new Date(`${day}T00:00:00Z`).toUTCString().split(/,? /);
  return { weekday, date: `${Number(date)} ${month}` };
}
