// The line of one day in a person's sheet.

import clsx from 'clsx';
import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import type { SheetDay } from '../../../shared/contract/timesheets.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { isWeekend, marksOf, shortDayTitle } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes } from '../../../shared/words/workedTime.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Clock } from '../Clock.tsx';
import { unansweredOf } from './unanswered.ts';
import * as s from './SheetTable.module.css';

interface DayRowProps {
  day: string;
  /** Undefined for a day without events. */
  sheetDay: SheetDay | undefined;
  isOpen: boolean;
  isFocused: boolean;
  onToggle(day: string): void;
}

export function DayRow({ day, sheetDay, isOpen, isFocused, onToggle }: DayRowProps) {
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
      {sheetDay ? <Figures day={sheetDay} /> : <td colSpan={5} />}
    </tr>
  );
}

function Figures({ day }: { day: SheetDay }) {
  const { is_open } = day;
  const exceptions = unansweredOf(day).map(({ kind }) => kind);
  return (
    <>
      <td>
        <Clock day={day.day} timestamp={day.first_in} />
      </td>
      <td>{!is_open && <Clock day={day.day} timestamp={day.last_out} />}</td>
      <td>{hoursAndMinutes(day.worked_minutes)}</td>
      <td>{day.break_minutes > 0 && hoursAndMinutes(day.break_minutes)}</td>
      <td className={s.marks}>
        <div className={s.badges}>
          {is_open && <Badge tone="accent">{marksOf({ is_open, exceptions: [] })}</Badge>}
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
