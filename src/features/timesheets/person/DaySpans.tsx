// The parts of a day in order: worked time and breaks.

import type { SheetDay } from '../../../shared/contract/timesheets.ts';
import { hoursAndMinutes, shortClockOn } from '../../../shared/words/workedTime.ts';
import * as s from './DayDetails.module.css';

export function DaySpans({ day }: { day: SheetDay }) {
  const spans = [
    ...day.pairs.map((pair) => ({ ...pair, word: 'Worked' })),
    ...day.breaks.map((pause) => ({ ...pause, word: 'Break' })),
  ].sort((one, other) => (one.from < other.from ? -1 : 1));
  if (spans.length === 0) return null;
  return (
    <ul className={s.spans}>
      {spans.map(({ word, from, until, minutes }) => (
        <li key={`${word} ${from}`}>
          <span className={s.clock}>
            {shortClockOn(day.day, from)} – {shortClockOn(day.day, until)}
          </span>
          <span>{word}</span>
          <span className={s.minutes}>{hoursAndMinutes(minutes)}</span>
        </li>
      ))}
    </ul>
  );
}
