// Whom the list shows: of a company, a site and a department, by name.

import type { PresenceSummary } from '../../../contract/entities/presence.ts';
import { companyOptions, useCompanies } from '../../../crud/useCompanies.ts';
import type { ChangeParams } from '../../../hooks/useListParams.ts';
import { FilterSelect } from '../../../ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { labelOf, type Option } from '../../../ui/option.ts';
import type { PresenceParams } from '../list.ts';
import { placeOptions } from '../placeOptions.ts';
import * as s from './PresenceFilters.module.css';

interface PresenceFiltersProps {
  companies: readonly Option[];
  missing: string | undefined;
  sites: readonly Option[];
  departments: readonly Option[];
  params: PresenceParams;
  onChange: ChangeParams<PresenceParams>;
}

export function PresenceFilters({ companies, missing, sites, departments, params, onChange }: PresenceFiltersProps) {
  return (
    <div role="search" aria-label="People" className={s.filters}>
      <SearchBox label="Search people" value={params.q} onChange={(q) => onChange({ q }, { replace: true })} />
      <FilterSelect
        label="Company"
        value={params.company_id}
        options={[{ value: '', label: 'All Companies' }, ...companies]}
        missing={missing}
        onChange={(company_id) => onChange({ company_id, site: '', department: '' })}
      />
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
    </div>
  );
}

/** Their options, and what is set in words, for paper. */
export function usePresenceFilters(params: PresenceParams, summary: PresenceSummary | undefined) {
  const { company_id, site, department, q } = params;
  const companies = useCompanies();
  const options = companyOptions(companies, { id: Number(company_id) || null, name: undefined });
  return {
    companies: options,
    missing: companies.missing,
    sites: placeOptions(summary?.sites, site),
    departments: placeOptions(summary?.departments, department),
    inWords: [
      { label: 'Company', value: company_id && labelOf(options, company_id) },
      { label: 'Site', value: site },
      { label: 'Department', value: department },
      { label: 'Search', value: q },
    ].filter(({ value }) => value !== ''),
  };
}
