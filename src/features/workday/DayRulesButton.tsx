// Opens the day rules of the company whose people are shown.

import { useState } from 'react';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import type { Option } from '../../platform/ui/option.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';

/** Other screens open the day rules too: the dialog's code loads after theirs. */
export const DayRulesPart = lazyPart(
  'The day rules',
  async () => (await import('./DayRulesDialog.tsx')).DayRulesDialog,
);

interface DayRulesButtonProps {
  companies: readonly Option[];
  /** '' for all of them. */
  companyId: string;
}

export function DayRulesButton({ companies, companyId }: DayRulesButtonProps) {
  const maySet = useCanCall()('PUT /companies/{id}/day-rules');
  const [isOpen, setOpen] = useState(false);
  if (!maySet) return null;
  const company = companies.length === 1 ? companies[0] : companies.find(({ value }) => value === companyId);
  return (
    <>
      <Button
        icon={<ActionIcon name="clock" />}
        disabledReason={company ? undefined : 'Choose a company first'}
        onClick={() => setOpen(true)}
      >
        Day Rules
      </Button>
      {isOpen && company && (
        <DayRulesPart company={{ id: Number(company.value), name: company.label }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
