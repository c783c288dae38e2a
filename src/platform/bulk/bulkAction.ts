// What a screen offers to do with many of its records, one call for each.

import type { ReactNode } from 'react';
import type { Api } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { WriteKey } from '../../shared/contract/calls.ts';
import type { Option } from '../ui/option.ts';
import type { BulkWords } from './BulkResult.tsx';

export interface BulkAction<T> {
  /** Its button in the bar: 'Move to Company'. */
  label: string;
  /** In its dialog: 'Move' for 'Move 12 Controllers'. */
  verb: string;
  tone: 'danger' | 'primary';
  /** Only who may make this call is offered it. */
  needs: WriteKey;
  words: BulkWords<T>;
  /** What goes, or what it means: after 'Delete 12 employees?' */
  consequence?(records: readonly T[]): ReactNode;
  /** What has to be chosen first. */
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
