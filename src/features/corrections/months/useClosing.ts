// Closes a month company by company, as long as the dialog is open. A failure is shown at its month and company; one that
// every company would meet stops it.

import { useEffect, useRef, useState } from 'react';
import { touchedBy } from '../../../platform/api/calls.ts';
import { onFailure, runMany } from '../../../platform/bulk/runMany.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { toast } from '../../../platform/ui/feedback/toasts.ts';
import type { OpenMonth } from '../../../shared/contract/corrections.ts';
import { monthTitle } from '../../../shared/words/months.ts';

export const closeCall = 'POST /closed-months';

export function useClosing(month: string) {
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
