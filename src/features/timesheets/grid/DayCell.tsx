// One day of one person: worked time, first in and last out, and a mark where there is more to say.

import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import type { DaySummary } from '../../../shared/contract/timesheets.ts';
import { describeDay, marksOf, stillIn } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes } from '../../../shared/words/workedTime.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { Clock } from '../Clock.tsx';
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
  const { worked_minutes, is_open } = summary;
  const saysOpen = is_open && worked_minutes === 0;
  const hidden = marksOf({ ...summary, is_open: is_open && !saysOpen });
  return (
    <div title={describeDay(summary)}>
      {dateOfCard}
      <span className={s.worked}>
        {saysOpen ? stillIn : hoursAndMinutes(worked_minutes)}
        {summary.exceptions.length > 0 && <Mark isQuestion={summary.exceptions.some(waitsForAnswer)} />}
      </span>
      <span className={s.times}>
        {summary.first_in ? <Clock day={day} timestamp={summary.first_in} /> : '?'}–
        {!is_open && (summary.last_out ? <Clock day={day} timestamp={summary.last_out} /> : '?')}
      </span>
      {hidden.length > 0 && <VisuallyHidden>{hidden.join(', ')}</VisuallyHidden>}
    </div>
  );
}

const Mark = ({ isQuestion }: { isQuestion: boolean }) =>
  isQuestion ? <StatusIcon name="warning" className={s.question} /> : <ActionIcon name="edit" className={s.note} />;
