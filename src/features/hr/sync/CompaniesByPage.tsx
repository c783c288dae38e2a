// The HR sync of the companies of a page, each with a call of its own: for servers without an overview.

import { companiesList } from '../../../platform/lists/companiesList.ts';
import type { Company } from '../../../shared/contract/entities/companies.ts';
import { textsOfCompany } from '../../../shared/contract/searchedTexts.ts';
import { FoundRecords } from '../../../platform/lists/FoundRecords.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import type { SearchedKind } from '../../../platform/lists/search/readIndex.ts';
import { SearchStatus } from '../../../platform/lists/search/SearchStatus.tsx';
import { useSearchedList } from '../../../platform/lists/search/useSearchedList.ts';
import { useListSource } from '../../../platform/lists/useListSource.ts';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import { CompanySection } from './CompanySection.tsx';
import { CompanyTable } from './CompanyTable.tsx';
import { Problems } from './Problems.tsx';
import { Summary } from './Summary.tsx';
import { useStatuses } from './useStatuses.ts';
import type { Sync } from './useSync.ts';
import * as layout from '../layout.module.css';

const kind: SearchedKind<Company> = {
  one: 'company',
  many: 'companies',
  textsOf: textsOfCompany,
  nameOf: ({ name }) => name,
};

export function CompaniesByPage({ sync }: { sync: Sync }) {
  const source = useListSource(companiesList);
  const { params, change } = source;
  const { page, q } = params;
  const { list, search } = useSearchedList(source, kind);
  const shown = useExistingPage(list, page, change);
  const statuses = useStatuses(list.data?.data.map(({ id }) => id) ?? [], sync.underWay !== undefined);
  return (
    <ResourceView resource={shown} skeleton={<LineSkeleton label="Loading companies…" lines={12} />}>
      {({ data, last_page }) => {
        const states = data.map((company) => ({ company, status: statuses.of(company.id) }));
        return (
          <div className={layout.stack}>
            {last_page === 1 && !search.found && <Summary companies={states} />}
            <Problems companies={states} />
            <CompanySection
              aside={
                <SearchBox
                  label="Search companies"
                  value={q}
                  onChange={(text) => change({ q: text }, { replace: true })}
                />
              }
            >
              <SearchStatus kind={kind} list={list} search={search} onCancel={() => change({ q: '' })} />
              <FoundRecords
                records={states}
                isSearched={search.found !== undefined}
                kind={kind}
                empty={{ title: 'No companies found' }}
                onClear={() => change({ q: '' })}
              >
                {(found) => <CompanyTable rows={found} sync={sync} busy={list.loading} onReload={statuses.reload} />}
              </FoundRecords>
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </CompanySection>
          </div>
        );
      }}
    </ResourceView>
  );
}
