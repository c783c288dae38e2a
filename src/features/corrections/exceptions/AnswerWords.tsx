// What was answered to an exception, by whom and why.

import type { ListedException } from '../../../shared/contract/corrections.ts';
import { marks } from '../../../shared/words/attendanceText.ts';
import { formatTime } from '../../../shared/words/time.ts';
import * as s from './ExceptionsTable.module.css';

const kindWords: Readonly<Record<string, string>> = {
  as_is: 'Left as it is',
  set_aside: marks.set_aside,
  add: marks.manual,
  change_direction: 'Direction changed',
};

export function AnswerWords({ answer }: { answer: NonNullable<ListedException['answer']> }) {
  const { kind, state, reason, author, created_at } = answer;
  return (
    <>
      {state === 'waiting' && <span className={s.waiting}>Waiting for a second person · </span>}
      {kindWords[kind] ?? kind}: {reason} · {author}, {formatTime(created_at).slice(0, 16)}
    </>
  );
}
