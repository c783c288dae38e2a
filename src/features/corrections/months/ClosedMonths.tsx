// Closed months on other screens: the button that opens their dialog, and notes above a sheet.

import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useShownSearch } from '../../../platform/hooks/useListParams.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import type { ClosedMonthOfSheet } from '../../../shared/contract/timesheets.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { monthTitle } from '../../../shared/words/months.ts';
import { closeParam } from '../addresses.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const CloseMonthsDialog = lazyPart('Closing of months', () => import('./CloseMonthsDialog.tsx'));

/**
 * Opens the dialog when pressed, and at ?close=2026-10, to which other screens and the palette lead. `companyId` is ''
 * for all.
 */
export function CloseMonthsButton({ companyId }: { companyId: string }) {
  const mayClose = useCanCall()('POST /closed-months');
  const [month, setMonth] = useState<string>();
  const search = useShownSearch();
  useEffect(() => {
    const { [closeParam]: asked, ...filters } = Object.fromEntries(new URLSearchParams(search));
    if (asked === undefined) return;
    navigate(addressOf(location.pathname, filters), { replace: true });
    setMonth(asked);
  }, [search]);
  if (!mayClose) return null;
  return (
    <>
      <Button icon={<Icon name="lock" />} onClick={() => setMonth('')}>
        Close Months
      </Button>
      {month !== undefined && (
        <CloseMonthsDialog companyId={companyId} month={month} onClose={() => setMonth(undefined)} />
      )}
    </>
  );
}

/** Says above a timesheet which of its months are closed, and which have changed nevertheless. */
export function ClosedMonthNotes({ months }: { months: readonly ClosedMonthOfSheet[] }) {
  const changed = months.filter(({ changes }) => changes.length > 0);
  const byMonth = [...Map.groupBy(months, ({ month }) => month)];
  return (
    <>
      {byMonth.map(([month, closed]) => (
        <p key={month} className={`${layout.row} ${layout.muted}`}>
          <Icon name="lock" />
          {`${monthTitle(month)} is closed for ${
            closed.length > mostNamed
              ? `${closed.length} of the companies here`
              : listed(closed.map(({ company }) => company.name))
          }`}
        </p>
      ))}
      {changed.length > 0 && (
        <Banner tone="warning">
          {changed
            .map(
              ({ company, month, changes }) =>
                `${monthTitle(month)} of ${company.name} is closed, and has changed: ${listed(changes.map(changeInWords))}.`,
            )
            .join(' ')}
        </Banner>
      )}
    </>
  );
}

const mostNamed = 3;
