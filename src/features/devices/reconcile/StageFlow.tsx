// The events of a day from the device to the HR system: how many reached each stage, and how many were lost on the way.

import type { Reconciliation } from '../../../shared/contract/deviceEvents.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { stageName } from '../words.ts';
import { lossHeadingId } from './lossHeading.ts';
import { countOf, lossesAt } from './losses.ts';
import * as s from './StageFlow.module.css';

export function StageFlow({ stages, losses }: Pick<Reconciliation, 'stages' | 'losses'>) {
  const notes = stages.filter(({ sentence }) => sentence !== '');
  return (
    <>
      <div className={s.frame}>
        <ol aria-label="From the device to HR" className={s.flow}>
          {stages.map(({ stage, count, adjustment }, index) => (
            <li key={stage} className={s.step}>
              {index > 0 && (
                <Between
                  stage={stage}
                  lost={countOf(lossesAt(losses, stage))}
                  isKnown={stages[index - 1]?.count !== null && count !== null}
                  adjustment={adjustment}
                />
              )}
              <div className={s.stage}>
                <span className={s.name}>{stageName(stage)}</span>
                <span className={s.count}>{count === null ? unknown : groupDigits(count)}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {notes.length > 0 && (
        <ul className={s.notes}>
          {notes.map(({ stage, sentence }) => (
            <li key={stage}>
              <strong>{stageName(stage)}:</strong> {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const unknown = (
  <>
    <span aria-hidden="true">?</span>
    <VisuallyHidden>not known</VisuallyHidden>
  </>
);

interface BetweenProps {
  stage: string;
  lost: number;
  /** Both counts are. */
  isKnown: boolean;
  /** What is neither lost nor came from the stage before; a note says what it is. */
  adjustment: number;
}

function Between({ stage, lost, isKnown, adjustment }: BetweenProps) {
  return (
    <div className={s.between}>
      {lost > 0 ? (
        <button type="button" className={s.lost} onClick={() => document.getElementById(lossHeadingId(stage))?.focus()}>
          {groupDigits(lost)} lost
        </button>
      ) : (
        <span className={s.quiet}>
          {isKnown ? '0' : unknown}
          <VisuallyHidden> lost</VisuallyHidden>
        </span>
      )}
      {adjustment !== 0 && (
        <span className={s.quiet}>
          {adjustment > 0 ? '+' : '−'}
          {groupDigits(Math.abs(adjustment))}
          <VisuallyHidden> not lost, as noted below</VisuallyHidden>
        </span>
      )}
    </div>
  );
}
