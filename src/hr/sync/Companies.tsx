import type { Company } from '../../contract/entities/companies.ts';
import { FilteredRecords } from '../../crud/FilteredRecords.tsx';
import { CompanyRow } from './CompanyRow.tsx';
import type { Sync } from './useSync.ts';
import type { CompanyStatus } from './useStatuses.ts';

interface CompaniesProps {
  companies: readonly Company[];
  filter: string;
  sync: Sync;
  statusOf(companyId: number): CompanyStatus;
  onReload(): void;
  onClearFilter(): void;
}

const searched = {
  one: 'company',
  many: 'companies',
  textsOf: ({ name, unique_identifier }: Company) => [name, unique_identifier],
};

export function Companies({ companies, filter, sync, statusOf, onReload, onClearFilter }: CompaniesProps) {
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
              status={statusOf(company.id)}
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
