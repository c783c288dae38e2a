// Syncs all companies or one, or retries rejected or waiting records. One call covers all companies, so the server
// continues when this page is closed.

import { useState } from 'react';
import { doneMessage } from '../../../platform/api/calls.ts';
import { type ApiError, describeFailure } from '../../../platform/api/errors.ts';
import { type ToastAction, toast } from '../../../platform/hooks/toasts.ts';
import { type Outcome, useAction } from '../../../platform/hooks/useAction.ts';
import type { Body, WriteKey } from '../../../shared/contract/calls.ts';
import type { Company } from '../../../shared/contract/companies.ts';
import type { SyncResult } from '../../../shared/contract/hr.ts';
import { listed } from '../../../shared/words/listed.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';

const allKey = 'POST /hr-sync/all';
const oneKey = 'POST /hr-sync/companies/{id}';
const retryKey = 'POST /hr-sync/companies/{id}/retry';

interface Synced {
  /** 'Synced Alder, today' */
  title: string;
  /** Requested business day, or 'today' or 'all days'. */
  days: string;
}

export interface LastSync extends Synced {
  /** The company's id, if only one was synced. */
  company: number | undefined;
  result: SyncResult;
}

type Named = Pick<Company, 'id' | 'name'>;

export interface Sync {
  /** All companies, or the id of one. */
  underWay: 'all' | number | undefined;
  last: LastSync | undefined;
  /** The server's error about the date. */
  dateError: string | undefined;
  all(): void;
  /** `waiting` is how many of its waiting records the user may retry. */
  company(company: Named, waiting?: number): void;
  /** Both send records of all days, as the company's row counts them. */
  retry(company: Named): void;
  retryWaiting(company: Named): void;
}

export function useSync(date: string): Sync {
  const [underWay, setUnderWay] = useState<Sync['underWay']>();
  const [last, setLast] = useState<LastSync>();
  const [refused, setRefused] = useState<{ date: string; why: string | undefined }>();
  const all = useAction(allKey, options);
  const one = useAction(oneKey, options);
  const retry = useAction(retryKey, options);
  const body = date ? { date } : {};
  const ofDay = (whom: string): Synced => ({ title: `Synced ${whom}, ${date || 'today'}`, days: date || 'today' });

  async function follow(
    subject: 'all' | number,
    key: WriteKey,
    synced: Synced,
    run: Promise<Outcome<SyncResult>>,
    announce = (result: SyncResult) => announceResult(key, result),
  ) {
    setUnderWay(subject);
    setRefused(undefined);
    const outcome = await run;
    setUnderWay(undefined);
    const company = subject === 'all' ? undefined : subject;
    if (outcome.ok) {
      announce(outcome.answered.data);
      setLast({ ...synced, company, result: outcome.answered.data });
    } else setRefused({ date, why: outcome.fields.date });
  }

  const retryThose =
    (states: string, body: Body<typeof retryKey>) =>
    ({ id, name }: Named) => {
      const again = { title: `Retried ${name}: all days with ${states} records`, days: 'all days' };
      void follow(id, retryKey, again, retry.run({ id, body }));
    };
  const retryWaiting = retryThose('waiting', { waiting_only: true });
  return {
    underWay,
    last,
    dateError: refused?.date === date ? refused.why : undefined,
    all: () => void follow('all', allKey, ofDay('all companies'), all.run({ body })),
    company: (company, waiting = 0) =>
      void follow(company.id, oneKey, ofDay(company.name), one.run({ id: company.id, body }), (result) => {
        const left =
          waiting > 0 && `${plural(waiting, 'record')} of other days still ${waiting === 1 ? 'waits' : 'wait'}`;
        const isIdle = result.success + result.failed === 0;
        if (!isIdle || !left) announceResult(oneKey, result);
        else announceResult(oneKey, result, left, { label: 'Retry Now', onSelect: () => retryWaiting(company) });
      }),
    retry: retryThose('rejected or waiting', {}),
    retryWaiting,
  };
}

/** The specification's message, the first error, and why nothing was sent. */
function announceResult(key: WriteKey, result: SyncResult, left = '', action?: ToastAction) {
  const message = [doneMessage(key, result), result.errors[0], idleReason(result), left].filter(Boolean).join('. ');
  if (result.failed + result.errors.length > 0) toast.bad(message);
  else toast.good(message, action);
}

/** Empty if something was sent, or the server does not tell. */
function idleReason({ success, failed, total, already_sent = 0, held_back = 0, rejected_before = 0 }: SyncResult) {
  if (success + failed > 0 || total === undefined) return '';
  if (total === 0) return 'The day has no records to send';
  const reasons = [
    { count: already_sent, words: 'sent before' },
    { count: held_back, words: 'held back' },
    { count: rejected_before, words: 'rejected before' },
  ];
  const parts = reasons.filter(({ count }) => count > 0).map(({ count, words }) => `${groupDigits(count)} ${words}`);
  return parts.length > 0 ? `Nothing new: ${listed(parts)}` : '';
}

const options = { report: 'toast', quiet: true, describe: describeSync } as const;

function describeSync(failure: ApiError, failed: string): string {
  const isAnswered = failure.status >= 200 && failure.status < 300;
  return describeFailure(failure, failure.kind === 'refused' && isAnswered ? 'Sync failed' : failed);
}
