// For screens that lead to the day rules: the dialog's code loads after theirs.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const DayRulesPart = lazyPart(
  'The day rules',
  async () => (await import('./DayRulesDialog.tsx')).DayRulesDialog,
);
