// Syncs all companies or one, or retries rejected or waiting records. All companies are one call, so that the server
// continues when this page is closed.

import { useState } from 'react';
import { describeFailure, type ApiError } from '../../../platform/api/errors.ts';
import type { Company } from '../../../shared/contract/companies.ts';
import type { WriteKey } from '../../../shared/contract/calls.ts';
import { doneMessage } from '../../../platform/api/calls.ts';
import type { SyncResult } from '../../../shared/contract/hr.ts';
import { type Outcome, useAction } from '../../../platform/hooks/useAction.ts';
import { toast } from '../../../platform/ui/feedback/toasts.ts';

const retryKey = 'POST /hr-sync/companies/{id}/retry';

export interface LastSync {
  what: string;
  /** The company's id, if only one was synced as a whole. */
  company: number | undefined;
  /** Requested business day; '' means today. */
  date: string;
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
  company(company: Named): void;
  retry(company: Named): void;
  retryWaiting(company: Named): void;
}

export function useSync(date: string): Sync {
  const [underWay, setUnderWay] = useState<Sync['underWay']>();
  const [last, setLast] = useState<LastSync>();
  const [refused, setRefused] = useState<{ date: string; why: string | undefined }>();
  const all = useAction('POST /hr-sync/all', optionsFor('POST /hr-sync/all'));
  const one = useAction('POST /hr-sync/companies/{id}', optionsFor('POST /hr-sync/companies/{id}'));
  const retry = useAction(retryKey, optionsFor(retryKey));
  const body = date ? { date } : {};

  async function follow(subject: 'all' | number, what: string, run: Promise<Outcome<SyncResult>>) {
    setUnderWay(subject);
    setRefused(undefined);
    const outcome = await run;
    setUnderWay(undefined);
    const company = subject === 'all' ? undefined : subject;
    if (outcome.ok) setLast({ what, company, date, result: outcome.answered.data });
    else setRefused({ date, why: outcome.fields.date });
  }

  return {
    underWay,
    last,
    dateError: refused?.date === date ? refused.why : undefined,
    all: () => void follow('all', 'All companies', all.run({ body })),
    company: ({ id, name }) => void follow(id, name, one.run({ id, body })),
    retry: ({ id, name }) => void follow(id, `${name}, rejected records only`, retry.run({ id, body })),
    retryWaiting: ({ id, name }) =>
      void follow(id, `${name}, waiting records only`, retry.run({ id, body: { waiting_only: true } })),
  };
}

/** Syncing all companies takes long if their HR systems are slow. */
const timeoutMs = 10 * 60_000;

function optionsFor(key: WriteKey) {
  return {
    report: 'toast',
    timeoutMs,
    quiet: true,
    describe: describeSync,
    after({ data }: { data: SyncResult }) {
      const message = doneMessage(key, data);
      if (data.failed + data.errors.length > 0) toast.bad(message);
      else toast.good(message);
    },
  } as const;
}

function describeSync(failure: ApiError, failed: string): string {
  const isAnswered = failure.status >= 200 && failure.status < 300;
  if (failure.kind === 'refused' && isAnswered) return describeFailure(failure, 'Sync failed');
  if (failure.kind !== 'timedOut') return describeFailure(failure, failed);
  return `${failed}. The server has not answered in time and may still be sending.`;
}
