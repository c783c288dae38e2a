// Filters for a list of people: company, name, and whatever else the screen offers.

import type { ReactNode } from 'react';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { SearchBox } from '../ui/filters/SearchBox.tsx';
import type { Option } from '../ui/option.ts';
import { FilterRow } from './FilterRow.tsx';
import * as s from './PeopleSearch.module.css';

interface PeopleSearchProps {
  params: { company_id: string; q: string };
  companies: readonly Option[];
  /** Why companies are missing. */
  missing: string | undefined;
  onSearch(q: string): void;
  onCompany(companyId: string): void;
  /** Further selects. */
  children: ReactNode;
}

export function PeopleSearch({ params, companies, missing, onSearch, onCompany, children }: PeopleSearchProps) {
  return (
    <FilterRow label="People" className={s.filters} isSet={params.company_id !== ''}>
      <SearchBox label="Search people" value={params.q} onChange={onSearch} />
      <FilterSelect
        label="Company"
        value={params.company_id}
        options={[{ value: '', label: 'All Companies' }, ...companies]}
        missing={missing}
        onChange={onCompany}
      />
      {children}
    </FilterRow>
  );
}
