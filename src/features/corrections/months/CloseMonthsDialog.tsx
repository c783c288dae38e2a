// Closes a month of one company or of all, after a look at what is still open in it. A closed month cannot be corrected
// until somebody reopens it with a reason.

import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { touchedBy } from '../../../platform/api/calls.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { onFailure, runMany } from '../../../platform/bulk/runMany.ts';
import { withIds } from '../../../platform/bulk/selection.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { CompanySelect } from '../../../platform/lists/CompanyFilter.tsx';
import { hasNoCompany, NoCompanyDialog } from '../../../platform/lists/NoCompanyDialog.tsx';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import type { Company } from '../../../shared/contract/companies.ts';
import type { ClosedMonth, OpenMonth } from '../../../shared/contract/corrections.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { today } from '../../../shared/words/days.ts';
import { lastDayOf, monthsBefore, monthTitle } from '../../../shared/words/months.ts';
import { plural } from '../../../shared/words/plural.ts';
import { History, MonthItem, ReopenDialog, reopenCall } from './MonthItem.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './CloseMonthsDialog.module.css';

interface CloseMonthsDialogProps {
  /** '' for all. */
  companyId: string;
  /** 'YYYY-MM'; '' for the latest one that is over. */
  month: string;
  /** The company's, if one is chosen. */
  today?: string;
  onClose(): void;
}

const title = 'Close Months';
const shownMonths = 12;

export default function CloseMonthsDialog(props: CloseMonthsDialogProps) {
  const canCall = useCanCall();
  const companies = useCompanies();
  const months = monthsBefore(props.today ?? today(), shownMonths);
  const [month, setMonth] = useState(months.includes(props.month) ? props.month : (months[0] ?? ''));
  const [company, setCompany] = useState(props.companyId);
  const open = useResource('GET /open-months', { query: { month } });
  const closed = useResource('GET /closed-months', {});
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [reopening, setReopening] = useState<ClosedMonth>();
  const closing = useClosing(month);
  if (hasNoCompany(companies)) return <NoCompanyDialog title={title} what="Months" close={props.onClose} />;

  const isShown = (each: { company: { id: number } }) => company === '' || each.company.id === Number(company);
  const openHere = open.data?.filter(isShown) ?? [];
  const ofMonth = closed.data?.filter((each) => each.month === month && isShown(each)) ?? [];
  // A company that was just closed or reopened may be in both lists until both have loaded again.
  const openIds = new Set(openHere.map((each) => each.company.id));
  const closedHere = ofMonth.filter((each) => !each.reopened_at && !openIds.has(each.company.id));
  const historyOf = ({ id }: { id: number }) => ofMonth.filter((each) => each.company.id === id);
  const chosen = openHere.filter((each) => isClosable(each) && !leftOut.has(each.company.id));
  // The list may date from before this month was closed.
  const whyNotClose = open.error ? 'What is open is not known' : chosen.length === 0 && 'There is nothing to close';
  return (
    <Dialog
      title={title}
      size="large"
      onClose={props.onClose}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>{chosen.length > 0 || open.loading ? 'Cancel' : 'Done'}</Button>
          <Button
            kind="primary"
            busy={closing.isBusy || open.loading}
            disabledReason={(!open.loading && whyNotClose) || undefined}
            onClick={() => void closing.close(chosen)}
          >
            {`Close ${monthTitle(month)}${chosen.length > 1 ? ` for ${chosen.length} Companies` : ''}`}
          </Button>
        </>
      )}
    >
      <div className={layout.stack4}>
        {closing.stopped && <Banner tone="bad">{closing.stopped}</Banner>}
        <p className={layout.muted}>
          A month can be closed once it is over. Its days cannot be corrected then until somebody reopens it. Both are
          recorded in the audit log.
        </p>
        <div className={layout.row}>
          <FilterSelect
            label="Month"
            value={month}
            options={months.map((value) => ({ value, label: monthTitle(value) }))}
            onChange={setMonth}
          />
          <CompanySelect companies={companies} value={company} onChange={setCompany} />
        </div>
        <ResourceView resource={open} loading="Loading what is open…" lines={6}>
          {() => (
            <ul aria-label={`Companies in ${monthTitle(month)}`} className={layout.list}>
              {openHere.map((each) => (
                <OpenItem
                  key={each.company.id}
                  open={each}
                  month={month}
                  failure={closing.failures.get(`${month} ${each.company.id}`)}
                  history={historyOf(each.company)}
                  isChosen={chosen.includes(each)}
                  onChoose={(isChosen) => setLeftOut(withIds(leftOut, [each.company.id], !isChosen))}
                  onFollow={props.onClose}
                />
              ))}
              {closedHere
                .sort((one, other) => one.company.name.localeCompare(other.company.name))
                .map((each) => (
                  <MonthItem
                    key={each.id}
                    name={each.company.name}
                    isClosed
                    history={historyOf(each.company)}
                    action={
                      canCall(reopenCall) && (
                        <Button
                          size="small"
                          aria-label={`Reopen ${monthTitle(month)} of ${each.company.name}`}
                          onClick={() => setReopening(each)}
                        >
                          Reopen
                        </Button>
                      )
                    }
                  />
                ))}
              {closed.data === undefined && (
                <li>
                  <ResourceView resource={closed} loading="Loading closed months…" lines={1}>
                    {() => null}
                  </ResourceView>
                </li>
              )}
              {closed.data && openHere.length + closedHere.length === 0 && (
                <li className={layout.muted}>There were no events by the end of this month.</li>
              )}
            </ul>
          )}
        </ResourceView>
      </div>
      {reopening && <ReopenDialog closed={reopening} onClose={() => setReopening(undefined)} />}
    </Dialog>
  );
}

/** Waiting corrections must be decided first: the server refuses to close over them. */
const isClosable = ({ corrections }: OpenMonth) => corrections === 0;

interface OpenItemProps {
  open: OpenMonth;
  month: string;
  /** Why it could not be closed. */
  failure: string | undefined;
  history: readonly ClosedMonth[];
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
  /** Called when a link is followed, since it may lead to the screen below. */
  onFollow(): void;
}

function OpenItem({ open, month, failure, history, isChosen, onChoose, onFollow }: OpenItemProps) {
  const { company, exceptions, corrections, rejected } = open;
  const maySee = useCanCall()('GET /exceptions');
  const period = { company_id: company.id, start_date: `${month}-01`, end_date: lastDayOf(month) };
  const matters = [
    {
      count: exceptions,
      words: `${plural(exceptions, 'exception')} not answered`,
      to: addressOf(paths.exceptions, period),
    },
    {
      count: corrections,
      words: `${plural(corrections, 'correction')} to decide first`,
      to: addressOf(paths.exceptions, { tab: 'corrections', state: 'waiting', ...period }),
    },
    {
      count: rejected ?? 0,
      words: `${plural(rejected ?? 0, 'record')} rejected by HR`,
      to: addressOf(paths.attendance, { ...period, hr_state: 'failed' }),
    },
  ].filter(({ count }) => count > 0);
  return (
    <li className={`${layout.row} ${layout.ruled} ${s.month}`}>
      <label className={s.about}>
        <span className={layout.row}>
          <Checkbox
            checked={isChosen}
            disabled={!isClosable(open)}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className={s.name}>{company.name}</span>
        </span>
      </label>
      <span className={s.open}>
        {matters.length === 0 && <span className={layout.muted}>Nothing open</span>}
        {matters.map(({ words, to }) => (
          <span key={to} className={s.matter}>
            {maySee ? (
              <Link href={to} onClick={onFollow}>
                {words}
              </Link>
            ) : (
              words
            )}
          </span>
        ))}
        {failure && (
          <span role="alert" className={s.failure}>
            {failure}
          </span>
        )}
      </span>
      {history.map((each) => (
        <History key={each.id} closed={each} />
      ))}
    </li>
  );
}

interface MonthsProps {
  company: Pick<Company, 'id' | 'name' | 'timezone'>;
  /** Includes months reopened since. */
  closed: readonly ClosedMonth[];
}

/** Lists the last months of a company, open or closed, with Close or Reopen. */
export function Months({ company: { id, name, timezone }, closed }: MonthsProps) {
  const canCall = useCanCall();
  const [closing, setClosing] = useState<string>();
  const [reopening, setReopening] = useState<ClosedMonth>();
  const day = today(0, timezone);
  const months = [...new Set([...monthsBefore(day, shownMonths), ...closed.map(({ month }) => month)])];
  return (
    <>
      <ul aria-label={`Months of ${name}`} className={layout.list}>
        {months
          .sort()
          .reverse()
          .map((month) => {
            const ofMonth = closed.filter((each) => each.month === month);
            const now = ofMonth.find(({ reopened_at }) => !reopened_at);
            const title = monthTitle(month);
            return (
              <MonthItem
                key={month}
                name={title}
                isClosed={now !== undefined}
                history={ofMonth}
                action={
                  canCall(now ? reopenCall : closeCall) && (
                    // The same button for both, so that it keeps the focus.
                    <Button
                      size="small"
                      aria-label={now ? `Reopen ${title}` : `Close Month: ${title}`}
                      onClick={() => (now ? setReopening(now) : setClosing(month))}
                    >
                      {now ? 'Reopen' : 'Close Month'}
                    </Button>
                  )
                }
              />
            );
          })}
      </ul>
      {closing && (
        <CloseMonthsDialog companyId={String(id)} month={closing} today={day} onClose={() => setClosing(undefined)} />
      )}
      {reopening && <ReopenDialog closed={reopening} onClose={() => setReopening(undefined)} />}
    </>
  );
}

const closeCall = 'POST /closed-months';

/**
 * Closes a month company by company while the dialog is open. A failure is shown at its month and company; one that
 * would meet every company stops the rest.
 */
function useClosing(month: string) {
  const { api, queries } = useConnection();
  const running = useRef<AbortController>(null);
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [stopped, setStopped] = useState<{ month: string; why: string }>();
  useEffect(() => () => running.current?.abort(), []);

  async function close(months: readonly OpenMonth[]) {
    const { signal } = (running.current = new AbortController());
    setBusy(true);
    setStopped(undefined);
    const { done, failed, notAttempted } = await runMany({
      items: months,
      size: 1,
      atOnce: 1,
      async call(some) {
        for (const { company } of some) await api(closeCall, { body: { company_id: company.id, month } });
        return some.length;
      },
      onFailure: onFailure(closeCall),
      signal,
    });
    setFailures(
      new Map(failed.flatMap(({ items, reason }) => items.map(({ company }) => [`${month} ${company.id}`, reason]))),
    );
    const tried = months.length - notAttempted.length;
    const why = `Stopped after ${tried} of ${months.length} companies. What was not tried stays ticked.`;
    if (notAttempted.length > 0) setStopped({ month, why });
    setBusy(false);
    queries.invalidate(touchedBy(closeCall));
    if (done.length === 1) toast.good('Month closed successfully');
    else if (done.length > 0) toast.good(`${monthTitle(month)} closed for ${done.length} companies`);
    if (signal.aborted) for (const { reason } of failed) toast.bad(reason);
  }
  return { isBusy, failures, stopped: stopped?.month === month ? stopped.why : undefined, close };
}
