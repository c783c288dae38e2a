// Answers the selected exceptions at once, for one reason.

import { BulkBar } from '../../../platform/bulk/BulkBar.tsx';
import type { Selection } from '../../../platform/bulk/selection.ts';
import { useSelected } from '../../../platform/bulk/useSelected.ts';
import { pageSize } from '../../../platform/export/read/readPages.ts';
import { useHasFeature } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import type { Query } from '../../../shared/contract/calls.ts';
import type { Page } from '../../../shared/contract/decode.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import {
  type AnswerName,
  answerLabels,
  answersTo,
  type Drafts,
  type ExceptionRow,
  rowOf,
  usualCorrection,
} from './answers.ts';

interface ExceptionsBulkProps {
  selection: Selection<ExceptionRow>;
  page: number;
  list: Page<ExceptionRow>;
  /** The query of the list, without its page. */
  filters: Query<'GET /exceptions'>;
  onAnswer(drafts: Drafts, rows: readonly ExceptionRow[]): void;
}

export default function ExceptionsBulk({ filters, onAnswer, ...props }: ExceptionsBulkProps) {
  const { api } = useConnection();
  const canChangeDirection = useHasFeature('directions');
  const shown = { ...props, filters: JSON.stringify(filters) };
  const selected = useSelected(shown);
  const ask = async (page: number, signal: AbortSignal) => {
    const answered = await api('GET /exceptions', { query: { ...filters, page, per_page: pageSize } }, { signal });
    return { ...answered, data: { ...answered.data, data: answered.data.data.map(rowOf) } };
  };

  return (
    <BulkBar {...shown} kind={{ one: 'exception', many: 'exceptions' }} ask={ask}>
      {selected.length > 0 &&
        bulkAnswers(selected, canChangeDirection).map(({ label, drafts, rows }) => (
          <Button key={label} onClick={() => onAnswer(drafts, rows)}>
            {label} ({groupDigits(drafts.length)})
          </Button>
        ))}
    </BulkBar>
  );
}

interface BulkAnswer {
  label: string;
  drafts: Drafts;
  rows: readonly ExceptionRow[];
}

type DraftsOf = (row: ExceptionRow) => Drafts | undefined;

/**
 * Finds the answers that fit many exceptions: adding events at their usual times, changing directions, setting aside,
 * and accepting as it is.
 */
function bulkAnswers(rows: readonly ExceptionRow[], canChangeDirection: boolean): BulkAnswer[] {
  const named =
    (name: AnswerName): DraftsOf =>
    (row) =>
      answersTo(row, canChangeDirection).find((each) => each.name === name)?.drafts;
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
