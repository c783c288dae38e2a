// Actions that a screen offers for many of its records, with one call per record.

import type { ReactNode } from 'react';
import type { WriteKey } from '../../shared/contract/calls.ts';
import type { Api } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { Option } from '../ui/option.ts';
import type { BulkWords } from './BulkResult.tsx';

export interface BulkAction<T> {
  /** Label of the button in the bar: 'Move to Company'. */
  label: string;
  /** Verb in the dialog: 'Move' for 'Move 12 Controllers'. */
  verb: string;
  tone: 'danger' | 'primary';
  /** Call that a user must be allowed to make to see the action. */
  needs: WriteKey;
  words: BulkWords<T>;
  /** Consequence that follows 'Delete 12 employees?' */
  consequence?(records: readonly T[]): ReactNode;
  /** Choice that the user must make first. */
  choice?: { label: string; options: readonly Option[]; missing?: string; hint?: ReactNode };
  /** Resolves with whether it changed the record. */
  change(api: Api, record: T, chosen: string): Promise<boolean>;
}

type DeleteKey = 'DELETE /employees/{id}' | 'DELETE /access-controllers/{id}' | 'DELETE /company-urls/{id}';

interface Named<T> {
  noun: string;
  nameOf(record: T): string;
}

export const deletion = <T extends { id: number }>(
  needs: DeleteKey,
  { noun, nameOf }: Named<T>,
  consequence: BulkAction<T>['consequence'] = () => 'This action cannot be undone.',
): BulkAction<T> => ({
  label: 'Delete',
  verb: 'Delete',
  tone: 'danger',
  needs,
  words: { noun, doing: 'Deleting', done: 'deleted', already: 'already gone', nameOf },
  consequence,
  change: (api, { id }) => isDeletedBy(api(needs, { id })),
});

/** Returns false for a missing record: somebody else deleted it, or an earlier attempt whose answer was lost. */
async function isDeletedBy(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (asApiError(error).kind === 'notFound') return false;
    throw error;
  }
}

/** Returns both actions. `change` resolves with false if the record needed no change. */
export function activations<T>(
  needs: WriteKey,
  { noun, nameOf }: Named<T>,
  change: (api: Api, record: T, is_active: boolean) => Promise<boolean>,
): BulkAction<T>[] {
  const activation = (verb: string, is_active: boolean, doing: string): BulkAction<T> => ({
    label: verb,
    verb,
    tone: 'primary',
    needs,
    words: {
      noun,
      doing,
      done: `${verb.toLowerCase()}d`,
      already: is_active ? 'already active' : 'already inactive',
      nameOf,
    },
    change: (api, record) => change(api, record, is_active),
  });
  return [activation('Activate', true, 'Activating'), activation('Deactivate', false, 'Deactivating')];
}
