// One day of one person: worked time, first in and last out, and a mark where there is more to say.

import type { DaySummary } from '../../../contract/entities/day.ts';
import { describeDay, needsAnswer, marksOf } from '../../../format/workDay.ts';
import { hoursAndMinutes, shortClockOn } from '../../../format/workedTime.ts';
import { ActionIcon } from '../../../ui/ActionIcon.tsx';
import { StatusIcon } from '../../../ui/StatusIcon.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import * as s from './TimesheetGrid.module.css';

export function DayCell({ day, summary }: { day: string; summary: DaySummary | undefined }) {
  const dateOfCard = <span className={s.cardDate}>{Number(day.slice(8))}</span>;
  if (!summary) {
    return (
      <>
        {dateOfCard}
        <span className={s.nothing}>–</span>
      </>
    );
  }
  const marks = marksOf(summary);
  return (
    <div title={describeDay(summary)}>
      {dateOfCard}
      <span className={s.worked}>
        {hoursAndMinutes(summary.worked_minutes)}
        {summary.exceptions.length > 0 && <Mark isQuestion={needsAnswer(summary)} />}
      </span>
      <span className={s.times}>
        <Clock day={day} timestamp={summary.first_in} />–
        {!summary.is_open && <Clock day={day} timestamp={summary.last_out} />}
      </span>
      {marks.length > 0 && <VisuallyHidden>{marks.join(', ')}</VisuallyHidden>}
    </div>
  );
}

function Clock({ day, timestamp }: { day: string; timestamp: string }) {
  const [clock, daysLater] = shortClockOn(day, timestamp).split(' ');
  return (
    <span>
      {clock || '?'}
      {daysLater && <sup>{daysLater}</sup>}
    </span>
  );
}

const Mark = ({ isQuestion }: { isQuestion: boolean }) =>
  isQuestion ? <StatusIcon name="warning" className={s.question} /> : <ActionIcon name="edit" className={s.note} />;
