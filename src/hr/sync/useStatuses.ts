// How each company on the page stands with its HR system. Never more than four requests are under way; as
// long as a sync runs somewhere, they are asked again.

import { useCallback, useEffect, useState } from 'react';
import type { HrSyncCompanyStatus } from '../../contract/entities/hr.ts';
import { useConnection } from '../../session/useSession.ts';

export type Known = HrSyncCompanyStatus | 'unavailable';
/** Undefined while it has not come yet. */
export type Standing = Known | undefined;

interface Statuses {
  of(companyId: number): Standing;
  reload(): void;
}

const requestsAtOnce = 4;
const pauseWhileRunning = 2_000;

/** Undefined where the server does not tell. */
const isRunning = (known: Known) => (known === 'unavailable' ? undefined : known.is_running);

/** They are also asked when a sync from here begins and when it ends. */
export function useStatuses(companyIds: readonly number[], isSyncing: boolean): Statuses {
  const { api } = useConnection();
  const [standings, setStandings] = useState<ReadonlyMap<number, Known>>(new Map());
  const [generation, setGeneration] = useState(0);
  const wanted = JSON.stringify(companyIds);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is `companyIds` by value, and `generation` asks again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = (id: number): Promise<Known> =>
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
          setStandings((before) => new Map(before).set(id, known));
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
  return { of: (companyId) => standings.get(companyId), reload };
}
