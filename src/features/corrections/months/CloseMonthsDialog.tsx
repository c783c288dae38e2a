// The months of a company: in a closed one nothing is corrected any more, until somebody reopens it with a reason.

import { useState } from 'react';
import { CompanyFirst, hasNoCompany } from '../../../platform/lists/CompanyFirst.tsx';
import { ResourceView } from '../../../platform/lists/ResourceView.tsx';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../../platform/ui/option.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { type ClosedMonth, reasonRules } from '../../../shared/contract/corrections.ts';
import { today } from '../../../shared/words/days.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { monthsBefore, monthTitle } from '../../../shared/words/months.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { LongText } from '../../../platform/ui/data/LongText.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useIsMounted } from '../../../platform/hooks/useIsMounted.ts';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CloseMonthsDialog.module.css';

interface CloseMonthsDialogProps {
  /** '' for none. */
  companyId: string;
  onClose(): void;
}

const title = 'Close Months';

export function CloseMonthsDialog({ companyId, onClose }: CloseMonthsDialogProps) {
  const companies = useCompanies();
  const options = companyOptions(companies);
  const [chosen, setChosen] = useState(companyId);
  const company = chosen || options[0]?.value || '';
  const closed = useResource('GET /closed-months', company ? { query: { company_id: Number(company) } } : null);
  if (hasNoCompany(companies)) return <CompanyFirst title={title} what="Months" close={onClose} />;
  return (
    <Dialog title={title} onClose={onClose} footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}>
      <div className={layout.stack4}>
        <p className={layout.muted}>
          Days of a closed month cannot be corrected until somebody reopens it. Both are recorded in the audit log.
        </p>
        <FilterSelect
          label="Company"
          value={company}
          options={options}
          missing={companies.missing}
          onChange={setChosen}
        />
        <ResourceView resource={closed} skeleton={<LineSkeleton label="Loading months…" lines={6} />}>
          {(months) => (
            <Months key={company} companyId={Number(company)} name={labelOf(options, company)} closed={months} />
          )}
        </ResourceView>
      </div>
    </Dialog>
  );
}

const shownMonths = 12;

interface MonthsProps {
  companyId: number;
  name: string;
  /** Has those that were reopened since, too. */
  closed: readonly ClosedMonth[];
}

type Open = { action: 'close'; month: string } | { action: 'reopen'; closed: ClosedMonth };

/** Lists the last months of a company, open or closed, with Close or Reopen. */
export function Months({ companyId, name, closed }: MonthsProps) {
  const canCall = useCanCall();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const closing = useAction('POST /closed-months');
  const months = [...new Set([...monthsBefore(today(), shownMonths), ...closed.map(({ month }) => month)])];

  return (
    <>
      <ul aria-label={`Months of ${name}`} className={layout.list}>
        {months
          .sort()
          .reverse()
          .map((month) => {
            const now = closed.find((each) => each.month === month && !each.reopened_at);
            return (
              <li key={month} className={`${layout.row} ${layout.ruled} ${s.month}`}>
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
    <p className={layout.muted}>
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

/** Reopens a closed month, for a reason that is kept. */
function ReopenDialog({ closed, onClose }: { closed: ClosedMonth; onClose(): void }) {
  const isMounted = useIsMounted();
  const reopening = useAction('POST /closed-months/{id}/reopen', { after: () => isMounted() && onClose() });
  const form = useForm({
    initial: { reason: '' },
    rules: reasonRules,
    send: (body) => reopening.run({ id: closed.id, body }),
    action: reopening,
  });
  return (
    <FormDialog
      title={`Reopen ${monthTitle(closed.month)}`}
      submitLabel="Reopen Month"
      size="small"
      form={form}
      onClose={onClose}
    >
      <p>The days of &ldquo;{closed.company.name}&rdquo; can be corrected again.</p>
      <TextField name="reason" label="Reason" required autoFocus />
    </FormDialog>
  );
}
