// The HR state of a record in words, see "delivery" in the glossary; a word of a newer server stays as it is.

import type { HrState } from '../../shared/contract/queries.ts';

const words: Readonly<Record<string, string>> = {
  sent: 'Sent',
  waiting: 'Will retry',
  failed: 'Rejected',
  not_queued: 'Not sent',
} satisfies Record<HrState, string>;

export const hrStateText = (state: string): string => words[state] ?? state;
