// Bar of actions for the selected records of a list, with their dialogs. Loaded after the list.

import { useState } from 'react';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { type AskPageOfSize, withLargestPages } from '../export/read/readPages.ts';
import { useCanCall } from '../session/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { titled } from '../ui/overlays/Confirm.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkWords } from './BulkResult.tsx';
import type { BulkAction } from './bulkAction.ts';
import { askOnlyPage } from './onlyPage.ts';
import type { BulkOutcome } from './runMany.ts';
import { type SelectedFrom, useSelected } from './useSelected.ts';

/** All matching records can be requested, or are known because the search runs in the browser. */
type AllThatMatch<T> = { ask: AskPageOfSize<T>; found?: undefined } | { ask?: unknown; found: readonly T[] };

export type RecordBulkProps<T extends { id: number }> = SelectedFrom<T> & AllThatMatch<T>;

type KnownBulkProps<T extends { id: number }> = RecordBulkProps<T> & {
  kind: { one: string; many: string };
  actions: readonly BulkAction<T>[];
};

export function RecordBulk<T extends { id: number }>({ ask, found, kind, actions, ...shown }: KnownBulkProps<T>) {
  const canCall = useCanCall();
  const selected = useSelected(shown);
  const [open, setOpen] = useState<string>();
  const action = actions.find(({ label }) => label === open);
  return (
    <>
      <BulkBar {...shown} kind={kind} ask={found ? askOnlyPage(found) : withLargestPages(ask)}>
        {actions
          .filter(({ needs }) => canCall(needs))
          .map(({ label }) => (
            <Button key={label} size="small" onClick={() => setOpen(label)}>
              {label}
            </Button>
          ))}
      </BulkBar>
      {action && (
        <BulkActionDialog
          action={action}
          records={selected}
          onEnd={({ done }) =>
            shown.selection.set(
              done.map(({ id }) => id),
              false,
            )
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

// Question, progress and result of an action on many records.

interface BulkActionDialogProps<T> {
  action: BulkAction<T>;
  records: readonly T[];
  onEnd(outcome: BulkOutcome<T>): void;
  onClose(): void;
}

function BulkActionDialog<T>({ action, records, onEnd, onClose }: BulkActionDialogProps<T>) {
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
              hint={choice.hint}
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
