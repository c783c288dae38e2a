// The HR sync of the companies of a page, each with a call of its own: for servers without an overview.

import { companiesList } from '../../crud/companiesList.ts';
import { FilteredRecords } from '../../crud/FilteredRecords.tsx';
import { Loaded } from '../../crud/Loaded.tsx';
import { useExistingPage } from '../../crud/useExistingPage.ts';
import { useList } from '../../crud/useList.ts';
import { Pager } from '../../ui/data/Pager.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { SearchBox } from '../../ui/filters/SearchBox.tsx';
import { CompanySection } from './CompanySection.tsx';
import { CompanyTable, type CompanyState } from './CompanyTable.tsx';
import { Problems } from './Problems.tsx';
import { Summary } from './Summary.tsx';
import { useStatuses } from './useStatuses.ts';
import type { Sync } from './useSync.ts';
import * as layout from '../layout.module.css';

const kind = {
  one: 'company',
  many: 'companies',
  textsOf: ({ company }: CompanyState) => [company.name, company.unique_identifier],
};

export function CompaniesByPage({ sync }: { sync: Sync }) {
  const { list, params, change } = useList(companiesList);
  const { page, q } = params;
  const shown = useExistingPage(list, page, change);
  const statuses = useStatuses(list.data?.data.map(({ id }) => id) ?? [], sync.underWay !== undefined);
  return (
    <Loaded resource={shown} skeleton={<LineSkeleton label="Loading companies…" lines={12} />}>
      {({ data, last_page }) => {
        const states = data.map((company) => ({ company, status: statuses.of(company.id) }));
        return (
          <div className={layout.stack}>
            {last_page === 1 && <Summary companies={states} />}
            <Problems companies={states} />
            <CompanySection
              aside={
                <SearchBox
                  label="Filter the companies on this page"
                  value={q}
                  onChange={(text) => change({ q: text, page }, { replace: true })}
                />
              }
            >
              <FilteredRecords
                records={states}
                filter={q}
                kind={kind}
                empty={{ title: 'No companies found' }}
                onClear={() => change({ q: '', page })}
              >
                {(found) => <CompanyTable rows={found} sync={sync} busy={list.loading} onReload={statuses.reload} />}
              </FilteredRecords>
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </CompanySection>
          </div>
        );
      }}
    </Loaded>
  );
}
