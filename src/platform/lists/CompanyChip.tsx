// Chip that filters by company.

import { SelectChip } from '../ui/filters/SelectChip.tsx';
import { companyOptions, useCompanies } from './useCompanies.ts';

interface CompanyChipProps {
  /** '' for all. */
  value: string;
  onChange(companyId: string): void;
}

export function CompanyChip(chosen: CompanyChipProps) {
  const companies = useCompanies();
  return (
    <SelectChip
      hasMany
      label="Company"
      allLabel="All Companies"
      options={companyOptions(companies)}
      missing={companies.missing}
      {...chosen}
    />
  );
}
