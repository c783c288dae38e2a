// The days of one person. A day opens to show its events, and what they come to.

import clsx from 'clsx';
import { useState } from 'react';
import type { PersonSheet, SheetDay } from '../../../shared/contract/timesheets.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { daysIn, type Days } from '../../../shared/words/periodSteps.ts';
import { DayDetails } from './DayDetails.tsx';
import { DayRow } from './DayRow.tsx';
import * as s from './SheetTable.module.css';

interface SheetTableProps {
  sheet: PersonSheet;
  period: Days;
  /** The day that is open at first. */
  opened: string;
  onCorrect(draft: CorrectionDraft): void;
}

export function SheetTable({ sheet, period, opened, onCorrect }: SheetTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([opened]));
  const byDay = new Map(sheet.days.map((day): [string, SheetDay] => [day.day, day]));

  function toggle(day: string) {
    setOpen((before) => new Set(before.has(day) ? [...before].filter((each) => each !== day) : [...before, day]));
  }
  return (
    <table className={s.days}>
      <caption className={s.caption}>Days of {sheet.employee.name}</caption>
      <thead>
        <tr className={s.top}>
          <th scope="col" className={s.head}>
            Day
          </th>
          <th scope="col" className={s.head}>
            In
          </th>
          <th scope="col" className={s.head}>
            Out
          </th>
          <th scope="col" className={s.head}>
            Worked
          </th>
          <th scope="col" className={s.head}>
            Break
          </th>
          <th scope="col" className={clsx(s.head, s.marks)}>
            Notes
          </th>
        </tr>
      </thead>
      {daysIn(period).map((day) => (
        <tbody key={day}>
          <DayRow
            day={day}
            sheetDay={byDay.get(day)}
            isOpen={open.has(day)}
            isFocused={day === opened}
            onToggle={toggle}
          />
          {open.has(day) && (
            <tr className={s.details}>
              <td colSpan={6}>
                <DayDetails day={day} sheet={sheet} sheetDay={byDay.get(day)} onCorrect={onCorrect} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
