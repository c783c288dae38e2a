// Why a day is as it is: each exception in a sentence, and the answer that it waits for.

import { exceptionKinds, waitsForAnswer } from '../../../shared/contract/workday.ts';
import type { SheetDay } from '../../../shared/contract/timesheets.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import type { CorrectedDay } from './correctedDay.ts';
import * as s from './DayDetails.module.css';

interface DayExplanationsProps {
  day: SheetDay;
  about: CorrectedDay;
  onCorrect: ((draft: CorrectionDraft) => void) | undefined;
}

export function DayExplanations({ day, about, onCorrect }: DayExplanationsProps) {
  if (day.exceptions.length === 0 && !day.hr_difference) return null;
  return (
    <ul className={s.explanations}>
      {day.exceptions.map(({ kind, record_id, sentence, answered_by }) => {
        const isWaiting = answered_by === null && waitsForAnswer(kind);
        const exception = exceptionKinds.find((each) => each === kind);
        const what = exceptionName(kind);
        return (
          <li key={`${kind} ${record_id}`}>
            {isWaiting && <StatusIcon name="warning" className={s.question} />}
            <span>
              <strong>{what}.</strong> {sentence || exceptionExplanation(kind)}
              {answered_by !== null && ' Left as it is.'}
            </span>
            {isWaiting && exception && onCorrect && (
              <Button
                size="small"
                onClick={() => onCorrect({ kind: 'as_is', recordId: record_id, exception, what, ...about })}
              >
                Leave As It Is
              </Button>
            )}
          </li>
        );
      })}
      {day.hr_difference && <li>{day.hr_difference}</li>}
    </ul>
  );
}
