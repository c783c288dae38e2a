// The filters of Who Is In: their parameters in the address, their queries, and their fields.

import { listCall, type Widened } from '../../platform/hooks/searchParams.ts';
import type { ChangeParams } from '../../platform/hooks/useListParams.ts';
import { companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { PeopleSearch } from '../../platform/lists/PeopleSearch.tsx';
import { type Companies, useCompanies } from '../../platform/lists/useCompanies.ts';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import type { Option } from '../../platform/ui/option.ts';
import { type PresenceSummary, calls as presenceCalls } from '../../shared/contract/presence.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { placeOptions } from './words.ts';

/** `roll_call` is the id of a roll call to show instead of the list. */
export const presenceParams = {
  page: 1,
  state: '',
  company_id: '',
  site: '',
  department: '',
  q: '',
  roll_call: '',
};
export type PresenceParams = Widened<typeof presenceParams>;

export const presenceList = listCall('GET /presence', presenceParams, (params) => ({
  query: readQuery(presenceCalls['GET /presence'].query, { ...params, per_page: 200 }),
}));

/** Leaves out the state, since the counts are of all states. */
export const summaryArgs = ({ company_id, site, department, q }: PresenceParams) => ({
  query: readQuery(presenceCalls['GET /presence/summary'].query, { company_id, site, department, q }),
});

interface PresenceFiltersProps {
  companies: Companies;
  sites: readonly Option[];
  departments: readonly Option[];
  params: PresenceParams;
  onChange: ChangeParams<PresenceParams>;
}

export function PresenceFilters({ companies, sites, departments, params, onChange }: PresenceFiltersProps) {
  return (
    <PeopleSearch
      params={params}
      companies={companies}
      onSearch={(q) => onChange({ q }, { replace: true })}
      onCompany={(company_id) => onChange({ company_id, site: '', department: '' })}
    >
      <FilterSelect
        label="Site"
        value={params.site}
        options={[{ value: '', label: 'All Sites' }, ...sites]}
        onChange={(site) => onChange({ site })}
      />
      <FilterSelect
        label="Department"
        value={params.department}
        options={[{ value: '', label: 'All Departments' }, ...departments]}
        onChange={(department) => onChange({ department })}
      />
    </PeopleSearch>
  );
}

/** Returns the options of the fields and, for print, the filters in words. */
export function usePresenceFilters(params: PresenceParams, summary: PresenceSummary | undefined) {
  const { company_id, site, department, q } = params;
  const companies = useCompanies();
  return {
    companies,
    sites: placeOptions(summary?.sites, site),
    departments: placeOptions(summary?.departments, department),
    inWords: [
      ...companyFilterInWords(companies, company_id),
      { label: 'Site', value: site },
      { label: 'Department', value: department },
      { label: 'Search', value: q },
    ].filter(({ value }) => value !== ''),
  };
}
