// Whose timesheets are shown: of a company, of one of its departments, by name.

import { PeopleSearch } from '../../../platform/lists/PeopleSearch.tsx';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { labelOf, type Option } from '../../../platform/ui/option.ts';

type Filters = { company_id: string; department: string; q: string };

interface PeopleFiltersProps {
  companies: readonly Option[];
  missing: string | undefined;
  /** Of the chosen company. */
  departments: readonly Option[];
  params: Filters;
  onChange(change: Partial<Filters>, options?: { replace: boolean }): void;
}

export function PeopleFilters({ companies, missing, departments, params, onChange }: PeopleFiltersProps) {
  return (
    <PeopleSearch
      params={params}
      companies={companies}
      missing={missing}
      onSearch={(q) => onChange({ q }, { replace: true })}
      onCompany={(company_id) => onChange({ company_id, department: '' })}
    >
      {(departments.length > 0 || params.department) && (
        <FilterSelect
          label="Department"
          value={params.department}
          options={[{ value: '', label: 'All Departments' }, ...departments]}
          onChange={(department) => onChange({ department })}
        />
      )}
    </PeopleSearch>
  );
}

/** Their options, and what is set in words, for paper and for files. */
export function usePeopleFilters({ company_id, department, q }: Filters) {
  const companies = useCompanies();
  const mayAsk = useCanCall()('GET /companies/{id}/employees');
  const people = useResource('GET /companies/{id}/employees', company_id && mayAsk ? { id: company_id } : null);
  const known = (people.loading ? [] : (people.data ?? [])).map((employee) => employee.department);
  const names = [...new Set([...known, department])].filter(Boolean).sort((one, other) => one.localeCompare(other));
  const options = companyOptions(companies, { id: Number(company_id) || null, name: undefined });
  return {
    companies: options,
    missing: companies.missing,
    departments: names.map((name) => ({ value: name, label: name })),
    inWords: [
      { label: 'Company', value: company_id && labelOf(options, company_id) },
      { label: 'Department', value: department },
      { label: 'Search', value: q },
    ].filter(({ value }) => value !== ''),
  };
}
