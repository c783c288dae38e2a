// Actions that a screen offers for many of its records, with one call for each.

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
  /** Only who may make this call is offered it. */
  needs: WriteKey;
  words: BulkWords<T>;
  /** Consequence that follows 'Delete 12 employees?' */
  consequence?(records: readonly T[]): ReactNode;
  /** Choice to be made first. */
  choice?: { label: string; options: readonly Option[]; missing?: string };
  /** Answers whether it changed the record. */
  change(api: Api, record: T, chosen: string): Promise<boolean>;
}

/** Somebody may have deleted it meanwhile, or an earlier try did whose answer was lost. */
export async function isDeletedBy(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (asApiError(error).kind === 'notFound') return false;
    throw error;
  }
}
