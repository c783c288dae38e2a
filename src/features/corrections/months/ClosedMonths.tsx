// Closed months on other screens: the button that opens their dialog, for those who may close, and notes about them.

import { useState } from 'react';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import type { ClosedMonthOfSheet } from '../../../shared/contract/timesheets.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { monthTitle } from '../../../shared/words/months.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';

const CloseMonthsDialog = lazyPart(
  'Closing of months',
  async () => (await import('./CloseMonthsDialog.tsx')).CloseMonthsDialog,
);

/** `companyId` is '' for none. */
export function CloseMonthsButton({ companyId }: { companyId: string }) {
  const mayClose = useCanCall()('POST /closed-months');
  const [isOpen, setOpen] = useState(false);
  if (!mayClose) return null;
  return (
    <>
      <Button icon={<Icon name="lock" />} onClick={() => setOpen(true)}>
        Close Months
      </Button>
      {isOpen && <CloseMonthsDialog companyId={companyId} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Says above a timesheet which of its closed months have changed all the same, by events that came late for instance.
 */
export function ClosedMonthNotes({ months }: { months: readonly ClosedMonthOfSheet[] }) {
  const changed = months.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return null;
  return (
    <Banner tone="warning">
      {changed
        .map(
          ({ company, month, changes }) =>
            `${monthTitle(month)} of ${company.name} is closed, and has changed: ${listed(changes.map(changeInWords))}.`,
        )
        .join(' ')}
    </Banner>
  );
}
