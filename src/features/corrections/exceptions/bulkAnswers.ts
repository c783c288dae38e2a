// The answers that fit many exceptions: the usual times of missing events, set aside, and as it is.

import { answerLabels, answersTo, usualCorrection, type AnswerName, type Drafts } from './answers.ts';
import type { ExceptionRow } from './exceptionRow.ts';

interface BulkAnswer {
  label: string;
  drafts: Drafts;
  /** Those that it answers. */
  rows: readonly ExceptionRow[];
}

type DraftsOf = (row: ExceptionRow) => Drafts | undefined;

export function bulkAnswers(rows: readonly ExceptionRow[], mayTurn: boolean): BulkAnswer[] {
  const named =
    (name: AnswerName): DraftsOf =>
    (row) =>
      answersTo(row, mayTurn).find((each) => each.name === name)?.drafts;
  return [
    ...answerOf(rows, usualCorrection, usualLabel),
    ...answerOf(rows, named('changeDirection'), () => answerLabels.changeDirection),
    ...answerOf(rows, named('setAside'), () => answerLabels.setAside),
    ...answerOf(rows, named('asItIs'), () => answerLabels.asItIs),
  ];
}

function answerOf(
  rows: readonly ExceptionRow[],
  draftsOf: DraftsOf,
  labelOf: (rows: readonly ExceptionRow[]) => string,
): BulkAnswer[] {
  const answered = rows.filter((row) => draftsOf(row));
  const [first, ...others] = answered.flatMap((row) => draftsOf(row) ?? []);
  return first ? [{ label: labelOf(answered), drafts: [first, ...others], rows: answered }] : [];
}

function usualLabel(rows: readonly ExceptionRow[]): string {
  const kinds = new Set(rows.map(({ kind }) => kind));
  if (kinds.size > 1) return 'Add Usual Times';
  return kinds.has('no_check_in') ? 'Add Usual Check-In' : 'Add Usual Check-Out';
}
