// The HR sync status of each company on the page, at most four requests at a time. As long as a sync is running, the
// statuses are polled.

import { useCallback, useEffect, useState } from 'react';
import type { HrSyncCompanyStatus } from '../../../shared/contract/entities/hr.ts';
import { useConnection } from '../../../platform/session/session.tsx';

export type LoadedStatus = HrSyncCompanyStatus | 'unavailable';
/** Undefined while loading. */
export type CompanyStatus = LoadedStatus | undefined;

interface Statuses {
  of(companyId: number): CompanyStatus;
  reload(): void;
}

const requestsAtOnce = 4;
const pauseWhileRunning = 2_000;

/** Undefined if the server does not tell. */
const isRunning = (known: LoadedStatus) => (known === 'unavailable' ? undefined : known.is_running);

/** Also loads them again when a sync from this page begins and ends. */
export function useStatuses(companyIds: readonly number[], isSyncing: boolean): Statuses {
  const { api } = useConnection();
  const [statuses, setStatuses] = useState<ReadonlyMap<number, LoadedStatus>>(new Map());
  const [generation, setGeneration] = useState(0);
  const wanted = JSON.stringify(companyIds);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is `companyIds` by value, and `generation` asks again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = (id: number): Promise<LoadedStatus> =>
      api('GET /hr-sync/companies/{id}/status', { id }, { signal }).then(
        ({ data }) => data,
        () => 'unavailable',
      );

    async function askAll() {
      const queue = companyIds.values(); // the workers share it: each takes the next
      let isWorthWatching = false;
      async function work() {
        for (const id of queue) {
          const known = await ask(id);
          if (signal.aborted) return;
          setStatuses((before) => new Map(before).set(id, known));
          isWorthWatching ||= isRunning(known) || (isSyncing && isRunning(known) !== undefined);
        }
      }
      await Promise.all(Array.from({ length: requestsAtOnce }, work));
      if (isWorthWatching && !signal.aborted) timer = setTimeout(() => void askAll(), pauseWhileRunning);
    }

    void askAll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, wanted, generation, isSyncing]);

  const reload = useCallback(() => setGeneration((n) => n + 1), []);
  return { of: (companyId) => statuses.get(companyId), reload };
}
