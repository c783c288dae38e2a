// The last months of a company, open or closed, with Close or Reopen.

import { useState } from 'react';
import type { ClosedMonth } from '../../../shared/contract/entities/corrections.ts';
import { today } from '../../../shared/words/days.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { monthsBefore, monthTitle } from '../../../shared/words/months.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { LongText } from '../../../platform/ui/data/LongText.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { ReopenDialog } from './ReopenDialog.tsx';
import * as s from './CloseMonthsDialog.module.css';

const shownMonths = 12;

interface MonthsProps {
  companyId: number;
  name: string;
  /** With those that were reopened since. */
  closed: readonly ClosedMonth[];
}

type Open = { action: 'close'; month: string } | { action: 'reopen'; closed: ClosedMonth };

export function Months({ companyId, name, closed }: MonthsProps) {
  const canCall = useCanCall();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const closing = useAction('POST /closed-months');
  const months = [...new Set([...monthsBefore(today(), shownMonths), ...closed.map(({ month }) => month)])];

  return (
    <>
      <ul aria-label={`Months of ${name}`} className={s.months}>
        {months
          .sort()
          .reverse()
          .map((month) => {
            const now = closed.find((each) => each.month === month && !each.reopened_at);
            return (
              <li key={month} className={s.month}>
                <div className={s.about}>
                  <span className={s.name}>{monthTitle(month)}</span>
                  {closed
                    .filter((each) => each.month === month)
                    .map((each) => (
                      <History key={each.id} closed={each} />
                    ))}
                </div>
                <Badge tone={now ? 'good' : 'neutral'}>{now ? 'Closed' : 'Open'}</Badge>
                {now && canCall('POST /closed-months/{id}/reopen') && (
                  <Button
                    size="small"
                    aria-label={`Reopen ${monthTitle(month)}`}
                    onClick={() => setOpen({ action: 'reopen', closed: now })}
                  >
                    Reopen
                  </Button>
                )}
                {!now && (
                  <Button
                    size="small"
                    aria-label={`Close Month: ${monthTitle(month)}`}
                    onClick={() => setOpen({ action: 'close', month })}
                  >
                    Close Month
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
      {open?.action === 'close' && (
        <Confirm
          title={`Close ${monthTitle(open.month)}`}
          message={`Close ${monthTitle(open.month)} of "${name}"? Its days can then be corrected only after it has been reopened.`}
          confirmLabel="Close Month"
          busy={closing.busy}
          error={closing.error}
          onConfirm={() =>
            void closing.run({ body: { company_id: companyId, month: open.month } }).then(({ ok }) => ok && close())
          }
          onClose={() => {
            closing.clear();
            close();
          }}
        />
      )}
      {open?.action === 'reopen' && <ReopenDialog closed={open.closed} onClose={close} />}
    </>
  );
}

function History({
  closed: { closed_by, closed_at, reopened_by, reopened_at, reopen_reason, changes },
}: {
  closed: ClosedMonth;
}) {
  return (
    <p className={s.muted}>
      Closed by {closed_by}, {formatTime(closed_at)}.
      {changes.length > 0 && ` Changed: ${listed(changes.map(changeInWords))}.`}
      {reopened_at && (
        <>
          {' '}
          Reopened by {reopened_by}, {formatTime(reopened_at)}: <LongText>{reopen_reason}</LongText>
        </>
      )}
    </p>
  );
}
