// The question, progress and result of one action for many records.

import { useState } from 'react';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { plural } from '../../shared/words/plural.ts';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction } from './bulkAction.ts';
import type { BulkWords } from './BulkResult.tsx';
import type { BulkOutcome } from './runMany.ts';

interface BulkActionDialogProps<T> {
  action: BulkAction<T>;
  records: readonly T[];
  onEnd(outcome: BulkOutcome<T>): void;
  onClose(): void;
}

export function BulkActionDialog<T>({ action, records, onEnd, onClose }: BulkActionDialogProps<T>) {
  const { verb, tone, needs, words, consequence, choice, change } = action;
  const [chosen, choose] = useState('');
  const count = plural(records.length, words.noun);
  return (
    <BulkDialog
      title={`${verb} ${titled(words.noun)}s`}
      question={
        <>
          <p>
            {verb} {count}? {consequence?.(records)}
          </p>
          {choice && (
            <FilterSelect
              label={choice.label}
              value={chosen}
              options={[{ value: '', label: `Choose a ${choice.label.toLowerCase()}` }, ...choice.options]}
              missing={choice.missing}
              onChange={choose}
            />
          )}
        </>
      }
      confirmLabel={`${verb} ${titled(count)}`}
      tone={tone}
      records={records}
      task={{
        size: 1,
        call: async (api, [record]) => (record !== undefined && (await change(api, record, chosen)) ? 1 : 0),
        needs,
      }}
      words={words}
      complaint={() => complaintAbout(records.length, choice, chosen)}
      doneMessage={(outcome) => doneMessage(outcome, words)}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}

function complaintAbout(count: number, choice: BulkAction<never>['choice'], chosen: string): string | undefined {
  if (count === 0) return 'Nothing is selected any more';
  return choice && chosen === '' ? `${choice.label} is required` : undefined;
}

function doneMessage<T>({ changed, total }: BulkOutcome<T>, { noun, done, already }: BulkWords<T>): string {
  const others = total - changed;
  return `${plural(changed, noun)} ${done}${others > 0 ? `, ${groupDigits(others)} ${already}` : ''}`;
}

/** 'access controller' as 'Access Controller'. */
const titled = (words: string) => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
