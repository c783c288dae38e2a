// The HR states in words: see "delivery" in the glossary.

import type { HrState } from '../contract/entities/attendance.ts';

export const hrStateNames: Readonly<Record<HrState, string>> = {
  sent: 'Sent',
  waiting: 'Will retry',
  failed: 'Rejected',
  not_queued: 'Not sent',
};
