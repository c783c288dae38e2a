// The answers that fit many exceptions: the usual times of missing events, set aside, and as it is.

import type { CorrectionDraft } from '../../corrections/draft.ts';
import { answerLabels, answersTo, usualCorrection, type AnswerName } from './answers.ts';
import type { ExceptionRow } from './exceptionRow.ts';

interface BulkAnswer {
  label: string;
  drafts: readonly [CorrectionDraft, ...CorrectionDraft[]];
  /** Those that it answers. */
  rows: readonly ExceptionRow[];
}

export function bulkAnswers(rows: readonly ExceptionRow[]): BulkAnswer[] {
  const named = (name: AnswerName) => (row: ExceptionRow) => answersTo(row).find((each) => each.name === name)?.draft;
  return [
    ...answerOf(rows, usualCorrection, usualLabel),
    ...answerOf(rows, named('setAside'), () => answerLabels.setAside),
    ...answerOf(rows, named('asItIs'), () => answerLabels.asItIs),
  ];
}

function answerOf(
  rows: readonly ExceptionRow[],
  draftOf: (row: ExceptionRow) => CorrectionDraft | undefined,
  labelOf: (rows: readonly ExceptionRow[]) => string,
): BulkAnswer[] {
  const answered = rows.filter((row) => draftOf(row));
  const [first, ...others] = answered.flatMap((row) => draftOf(row) ?? []);
  return first ? [{ label: labelOf(answered), drafts: [first, ...others], rows: answered }] : [];
}

function usualLabel(rows: readonly ExceptionRow[]): string {
  const kinds = new Set(rows.map(({ kind }) => kind));
  if (kinds.size > 1) return 'Add Usual Times';
  return kinds.has('no_check_in') ? 'Add Usual Check-In' : 'Add Usual Check-Out';
}
