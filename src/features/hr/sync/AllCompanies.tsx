// HR sync of all companies, from one call. Companies with problems come first.

import { useEffect, useRef, useState } from 'react';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { FilteredRecords } from '../../../platform/lists/FilteredRecords.tsx';
import { ResourceView } from '../../../platform/lists/ResourceView.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import type { HrSyncedCompany } from '../../../shared/contract/hr.ts';
import { CompanySection, type CompanyState, CompanyTable, noCompanies } from './CompanyTable.tsx';
import { conditionOf, conditions } from './condition.ts';
import { Summary } from './Summary.tsx';
import type { Sync } from './useSync.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const params = { q: '' };
const kind = {
  one: 'company',
  many: 'companies',
  textsOf: ({ company }: CompanyState) => [company.name, company.unique_identifier],
};

export function AllCompanies({ sync }: { sync: Sync }) {
  const overview = useWatched(sync.underWay !== undefined);
  const [{ q }, change] = useListParams(params);
  const search = (text: string) => change({ q: text }, { replace: true });
  return (
    <ResourceView resource={overview} loading="Loading companies…" rows={16}>
      {(companies) => {
        const states = companies.map((company) => ({ company, status: company }));
        const date = companies[0]?.date;
        const sent = companies.reduce((sum, company) => sum + company.sent_today, 0);
        return (
          <div className={layout.page}>
            <Summary companies={states} today={date ? { date, sent } : undefined} />
            <CompanySection aside={<SearchBox label="Search companies" value={q} onChange={search} />}>
              <FilteredRecords records={states} filter={q} kind={kind} empty={noCompanies} onClear={() => search('')}>
                {(found) => <Sorted states={found} sync={sync} busy={overview.loading} onReload={overview.reload} />}
              </FilteredRecords>
            </CompanySection>
          </div>
        );
      }}
    </ResourceView>
  );
}

interface SortedProps {
  states: readonly CompanyState[];
  sync: Sync;
  busy: boolean;
  onReload(): void;
}

/** Companies keep their first position, so that no row moves away under the pointer. */
function Sorted({ states, ...rest }: SortedProps) {
  const [ranks] = useState(() => new Map<number, number>());
  const rankOf = ({ company, status }: CompanyState) => {
    const rank = ranks.get(company.id) ?? conditions.indexOf(conditionOf(status) ?? 'fine');
    ranks.set(company.id, rank);
    return rank;
  };
  return <CompanyTable rows={states.toSorted((one, other) => rankOf(one) - rankOf(other))} {...rest} />;
}

const pauseWhileRunning = 2_000;

/** Reloads while any sync is running, and when one from this page has ended. */
function useWatched(isSyncing: boolean): Resource<HrSyncedCompany[]> {
  const overview = useResource('GET /hr-sync/companies', {});
  const { data, reload } = overview;
  const isWatching = isSyncing || (data?.some(({ is_running }) => is_running) ?? false);
  const wasSyncing = useRef(isSyncing);
  useEffect(() => {
    if (wasSyncing.current && !isSyncing) reload();
    wasSyncing.current = isSyncing;
  }, [isSyncing, reload]);
  useReloadWhile(isWatching, overview, pauseWhileRunning);
  return overview;
}
