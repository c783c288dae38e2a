// The days of one person. A day opens to show its details.

import clsx from 'clsx';
import { useState } from 'react';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import type { ExpectedDay, PersonSheet, SheetDay } from '../../../shared/contract/timesheets.ts';
import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import { shortDayTitle } from '../../../shared/words/dates.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { daysIn, type Period } from '../../../shared/words/periods.ts';
import { expectedName, isWeekend, marksOf } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes, signedHours } from '../../../shared/words/workedTime.ts';
import type { CorrectionDraft } from '../../corrections/drafts.ts';
import { Clock } from '../Clock.tsx';
import { DayDetails, hasEvents } from './DayDetails.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './SheetTable.module.css';

interface SheetTableProps {
  sheet: PersonSheet;
  period: Period;
  /** The day that is open at first. */
  opened: string;
  onCorrect(draft: CorrectionDraft): void;
}

export function SheetTable({ sheet, period, opened, onCorrect }: SheetTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([opened]));
  const byDay = new Map(sheet.days.map((day): [string, SheetDay] => [day.day, day]));
  const { expected_time } = sheet;
  const expectedOf = new Map(expected_time?.days.map((day) => [day.day, day]));
  const heads = expected_time ? [...timeHeads, ...expectedHeads, notesHead] : [...timeHeads, notesHead];
  const columns = heads.length;

  function toggle(day: string) {
    setOpen((before) => new Set(before.has(day) ? [...before].filter((each) => each !== day) : [...before, day]));
  }
  return (
    <table className={s.days}>
      <caption className={s.caption}>Days of {sheet.employee.name}</caption>
      <thead>
        <tr className={s.top}>
          {heads.map(({ title, look }) => (
            <th key={title} scope="col" className={clsx(s.head, look)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {daysIn(period).map((day) => (
        <tbody key={day}>
          <DayRow
            day={day}
            sheetDay={byDay.get(day)}
            expected={expectedOf.get(day)}
            hasExpected={expected_time !== undefined}
            columns={columns}
            isOpen={open.has(day)}
            isFocused={day === opened}
            onToggle={toggle}
          />
          {open.has(day) && (
            <tr className={s.details}>
              <td colSpan={columns}>
                <DayDetails
                  day={day}
                  sheet={sheet}
                  sheetDay={byDay.get(day)}
                  explanation={expectedOf.get(day)?.explanation ?? []}
                  onCorrect={onCorrect}
                />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

const timeHeads = ['Day', 'In', 'Out', 'Worked', 'Break'].map((title) => ({ title, look: undefined }));
const expectedHeads = [
  { title: 'Expected', look: s.expected },
  { title: 'Difference', look: s.difference },
];
const notesHead = { title: 'Notes', look: s.marks };

interface DayRowProps {
  day: string;
  /** Undefined for a day without events or corrections. */
  sheetDay: SheetDay | undefined;
  /** Undefined for a day about which there is nothing to say. */
  expected: ExpectedDay | undefined;
  hasExpected: boolean;
  columns: number;
  isOpen: boolean;
  isFocused: boolean;
  onToggle(day: string): void;
}

function DayRow({ day, sheetDay, expected, hasExpected, columns, isOpen, isFocused, onToggle }: DayRowProps) {
  const worked = sheetDay && hasEvents(sheetDay) ? sheetDay : undefined;
  return (
    <tr className={clsx(s.day, isWeekend(day) && s.weekend)}>
      <th scope="row" className={s.name}>
        <button
          type="button"
          aria-expanded={isOpen}
          data-opens
          // biome-ignore lint/a11y/noAutofocus: the address, which somebody followed, names this day.
          autoFocus={isFocused}
          className={s.toggle}
          onClick={() => onToggle(day)}
        >
          <ActionIcon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          {shortDayTitle(day)}
        </button>
      </th>
      {worked || expected ? (
        <Figures day={worked} expected={expected} hasExpected={hasExpected} />
      ) : (
        <td colSpan={columns - 1} />
      )}
    </tr>
  );
}

interface FiguresProps {
  /** Undefined for a day without events. */
  day: SheetDay | undefined;
  expected: ExpectedDay | undefined;
  hasExpected: boolean;
}

function Figures({ day, expected, hasExpected }: FiguresProps) {
  const is_open = day?.is_open ?? false;
  const exceptions = day ? unansweredKinds(day) : [];
  const difference = expected?.difference_minutes ?? null;
  return (
    <>
      <td>{day && <Clock day={day.day} timestamp={day.first_in} />}</td>
      <td>{day && !is_open && <Clock day={day.day} timestamp={day.last_out} />}</td>
      <td>{day && hoursAndMinutes(day.worked_minutes)}</td>
      <td>{day && day.break_minutes > 0 && hoursAndMinutes(day.break_minutes)}</td>
      {hasExpected && <td className={s.expected}>{expected && hoursAndMinutes(expected.expected_minutes)}</td>}
      {hasExpected && <td className={s.difference}>{difference !== null && signedHours(difference)}</td>}
      <td className={s.marks}>
        <div className={layout.wrap}>
          {is_open && <Badge tone="accent">{marksOf({ is_open, exceptions: [] })}</Badge>}
          {expected?.excused && <Badge tone="neutral">{expectedName(expected.excused)}</Badge>}
          {expected?.marks.map((mark) => (
            <Badge key={mark} tone="warning">
              {expectedName(mark)}
            </Badge>
          ))}
          {[...new Set(exceptions)].map((kind) => (
            <Badge key={kind} tone={waitsForAnswer(kind) ? 'warning' : 'neutral'}>
              {exceptionName(kind)}
            </Badge>
          ))}
        </div>
      </td>
    </>
  );
}

/** Kinds of the day's exceptions, except those that somebody has accepted as they are. */
export const unansweredKinds = ({ exceptions }: SheetDay): string[] =>
  exceptions.filter(({ answered_by }) => answered_by === null).map(({ kind }) => kind);
