// HR sync of a page of companies, with a call for each, on servers without an overview.

import { useCallback, useEffect, useState } from 'react';
import { useExistingPage } from '../../../platform/hooks/useListParams.ts';
import { companiesList } from '../../../platform/lists/companiesList.ts';
import { FoundRecords } from '../../../platform/lists/FoundRecords.tsx';
import type { SearchedKind } from '../../../platform/lists/search/readIndex.ts';
import { SearchStatus } from '../../../platform/lists/search/SearchStatus.tsx';
import { useSearchedList } from '../../../platform/lists/search/useSearchedList.ts';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { type Company, textsOfCompany } from '../../../shared/contract/companies.ts';
import { CompanySection, CompanyTable, noCompanies } from './CompanyTable.tsx';
import type { CompanyStatus, LoadedStatus } from './condition.ts';
import { Summary } from './Summary.tsx';
import type { Sync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const kind: SearchedKind<Company> = {
  one: 'company',
  many: 'companies',
  textsOf: textsOfCompany,
  nameOf: ({ name }) => name,
};

export default function CompaniesByPage({ sync }: { sync: Sync }) {
  const source = useListSource(companiesList);
  const { params, change, turnTo } = source;
  const { page, q } = params;
  const { list, search } = useSearchedList(source, kind);
  const shown = useExistingPage(list, page, turnTo);
  const statuses = useStatuses(list.data?.data.map(({ id }) => id) ?? [], sync.underWay !== undefined);
  return (
    <ResourceView resource={shown} loading="Loading companies…" lines={12}>
      {({ data, last_page }) => {
        const states = data.map((company) => ({ company, status: statuses.of(company.id) }));
        return (
          <div className={layout.page}>
            {last_page === 1 && !search.found && <Summary companies={states} />}
            <CompanySection q={q} onSearch={(text) => change({ q: text }, { replace: true })}>
              <SearchStatus kind={kind} list={list} search={search} onCancel={() => change({ q: '' })} />
              <FoundRecords
                records={states}
                isSearched={search.found !== undefined}
                kind={kind}
                empty={noCompanies}
                onClear={() => change({ q: '' })}
              >
                {(found) => <CompanyTable rows={found} sync={sync} busy={list.loading} onReload={statuses.reload} />}
              </FoundRecords>
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={turnTo} />
            </CompanySection>
          </div>
        );
      }}
    </ResourceView>
  );
}

const requestsAtOnce = 4;
const pauseWhileRunning = 2_000;

/** Undefined if the server does not tell. */
const isRunning = (status: LoadedStatus) => (status === 'unavailable' ? undefined : status.is_running);

/**
 * Limited to four requests at a time. Statuses are polled while a sync is running, and reload when a sync from this
 * page starts and ends.
 */
function useStatuses(companyIds: readonly number[], isSyncing: boolean) {
  const { api } = useConnection();
  const [statuses, setStatuses] = useState<ReadonlyMap<number, LoadedStatus>>(new Map());
  const [generation, setGeneration] = useState(0);
  const idsKey = JSON.stringify(companyIds);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `idsKey` is `companyIds` by value, `generation` asks again
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
          const status = await ask(id);
          if (signal.aborted) return;
          setStatuses((before) => new Map(before).set(id, status));
          isWorthWatching ||= isRunning(status) || (isSyncing && isRunning(status) !== undefined);
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
  }, [api, idsKey, generation, isSyncing]);

  const reload = useCallback(() => setGeneration((n) => n + 1), []);
  return { of: (companyId: number): CompanyStatus => statuses.get(companyId), reload };
}
