// Wording of a record's HR state, see "delivery" in the glossary; states of a newer server are shown as they are.

import type { HrState } from '../../shared/contract/queries.ts';

const words: Readonly<Record<string, string>> = {
  sent: 'Sent',
  waiting: 'Will retry',
  failed: 'Rejected',
  not_queued: 'Not sent',
} satisfies Record<HrState, string>;

export const hrStateText = (state: string): string => words[state] ?? state;
