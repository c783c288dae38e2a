// Filters for a list of people: company, name, and whatever else the screen offers.

import type { ReactNode } from 'react';
import { SearchBox } from '../ui/filters/SearchBox.tsx';
import { CompanySelect } from './CompanyFilter.tsx';
import { FilterRow } from './FilterRow.tsx';
import type { Companies } from './useCompanies.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './PeopleSearch.module.css';

interface PeopleSearchProps {
  params: { company_id: string; q: string };
  companies: Companies;
  onSearch(q: string): void;
  onCompany(companyId: string): void;
  /** Further selects. */
  children: ReactNode;
}

export function PeopleSearch({ params, companies, onSearch, onCompany, children }: PeopleSearchProps) {
  return (
    <FilterRow label="People" className={`${layout.unlabelled} ${s.filters}`} isSet={params.company_id !== ''}>
      <SearchBox label="Search people" value={params.q} onChange={onSearch} />
      <CompanySelect companies={companies} value={params.company_id} onChange={onCompany} />
      {children}
    </FilterRow>
  );
}
