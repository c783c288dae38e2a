// Which devices the list shows: of a company, with something wrong, by name or serial number.

import * as search from '../../../platform/lists/PeopleSearch.module.css';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import type { ChangeParams } from '../../../platform/hooks/useListParams.ts';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import { claimOptions } from '../words.ts';
import type { DevicesParams } from './list.ts';

interface DeviceFiltersProps {
  params: DevicesParams;
  onChange: ChangeParams<DevicesParams>;
}

export function DeviceFilters({ params, onChange }: DeviceFiltersProps) {
  const companies = useCompanies();
  return (
    <div role="search" aria-label="Devices" className={search.filters}>
      <SearchBox label="Search devices" value={params.q} onChange={(q) => onChange({ q }, { replace: true })} />
      <FilterSelect
        label="Company"
        value={params.company_id}
        options={[
          { value: '', label: 'All Companies' },
          ...companyOptions(companies, { id: Number(params.company_id) || null, name: undefined }),
        ]}
        missing={companies.missing}
        onChange={(company_id) => onChange({ company_id })}
      />
      <FilterSelect
        label="State"
        value={params.claim}
        options={[{ value: '', label: 'Any State' }, ...claimOptions]}
        onChange={(claim) => onChange({ claim })}
      />
    </div>
  );
}
