// The companies of a page with their HR systems, and the buttons that sync them.

import type { Company } from '../../contract/entities/companies.ts';
import { FilteredRecords } from '../../crud/FilteredRecords.tsx';
import { CompanyRow } from './CompanyRow.tsx';
import type { Sync } from './useSync.ts';
import type { Standing } from './useStatuses.ts';

interface CompaniesProps {
  companies: readonly Company[];
  filter: string;
  sync: Sync;
  standingOf(companyId: number): Standing;
  onReload(): void;
  onClearFilter(): void;
}

const searched = {
  one: 'company',
  many: 'companies',
  textsOf: ({ name, unique_identifier }: Company) => [name, unique_identifier],
};

export function Companies({ companies, filter, sync, standingOf, onReload, onClearFilter }: CompaniesProps) {
  return (
    <FilteredRecords
      records={companies}
      filter={filter}
      kind={searched}
      empty={{ title: 'No companies found' }}
      onClear={onClearFilter}
    >
      {(found) => (
        <div>
          {found.map((company) => (
            <CompanyRow
              key={company.id}
              company={company}
              standing={standingOf(company.id)}
              busy={sync.underWay === company.id}
              isAnyRunning={sync.underWay !== undefined}
              onSync={() => sync.company(company)}
              onRetry={() => sync.retry(company)}
              onReload={onReload}
            />
          ))}
        </div>
      )}
    </FilteredRecords>
  );
}
