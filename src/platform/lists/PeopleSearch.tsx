// Filters for a list of people by company, name and whatever else the screen offers, and the message for an empty list.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../boot/paths.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { SearchBox } from '../ui/forms/SearchBox.tsx';
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

export function NobodyFound({ isFiltered }: { isFiltered: boolean }) {
  const employees = <Link href={paths.employees}>employees</Link>;
  const hint = isFiltered ? (
    'Try adjusting your filters to see more people'
  ) : (
    <>People will appear here once {employees} are added</>
  );
  return <EmptyState icon="employees" title="No one found" hint={hint} />;
}
