// One person's days. Moving the focus renders only the rows that it leaves and enters.

import clsx from 'clsx';
import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import type { DaySummary, TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { plural } from '../../../shared/words/plural.ts';
import { isWeekend } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes } from '../../../shared/words/workedTime.ts';
import { DayCell } from './DayCell.tsx';
import { cellName } from './useGridFocus.ts';
import * as s from './TimesheetGrid.module.css';

interface GridRowProps {
  row: TimesheetRow;
  index: number;
  days: readonly string[];
  /** The cell of this row that Tab leads to, if it is in this row. */
  activeColumn: number | undefined;
  hasCompany: boolean;
  sheetAddress(employeeId: number): string;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, days, activeColumn, hasCompany, sheetAddress } = props;
  const { employee, company } = row;
  const byDay = useMemo(() => new Map(row.days.map((day): [string, DaySummary] => [day.day, day])), [row]);
  const cell = (column: number) => ({
    'data-cell': cellName({ row: index, column }),
    tabIndex: column === activeColumn ? 0 : -1,
  });
  const about = [employee.employee_id, hasCompany && company.name, employee.department].filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row" className={s.person}>
        <Link href={sheetAddress(employee.id)} title={about} data-opens {...cell(0)}>
          {employee.name || 'Unknown Employee'}
        </Link>
        <span className={s.about}>{about}</span>
      </th>
      <td className={s.total} {...cell(1)}>
        <span className={s.worked}>{hoursAndMinutes(row.worked_minutes)}</span>
        <span className={s.times}>{plural(row.days_present, 'day')}</span>
      </td>
      {days.map((day, place) => (
        <td
          key={day}
          data-day={day}
          data-employee={employee.id}
          className={clsx(s.day, isWeekend(day) && s.weekend)}
          {...cell(place + 2)}
        >
          <DayCell day={day} summary={byDay.get(day)} />
        </td>
      ))}
    </tr>
  );
});
