// Chip that filters by company.

import { SelectChip } from '../ui/filters/SelectChip.tsx';
import { companyChoice, useCompanies } from './useCompanies.ts';

interface CompanyChipProps {
  /** '' for all. */
  value: string;
  onChange(companyId: string): void;
}

export function CompanyChip(chosen: CompanyChipProps) {
  const companies = companyChoice(useCompanies());
  return <SelectChip hasMany label="Company" allLabel="All Companies" {...companies} {...chosen} />;
}
