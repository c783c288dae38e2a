// A chip that filters by company.

import { Chip } from '../ui/filters/Chip.tsx';
import { SearchSelect } from '../ui/filters/SearchSelect.tsx';
import { labelOf } from '../ui/option.ts';
import { companyOptions, useCompanies } from './useCompanies.ts';

interface CompanyChipProps {
  /** '' for all. */
  value: string;
  onChange(companyId: string): void;
}

export function CompanyChip({ value, onChange }: CompanyChipProps) {
  const companies = useCompanies();
  const options = companyOptions(companies);
  return (
    <Chip
      label="Company"
      value={value ? labelOf(options, value) : 'All'}
      onRemove={value ? () => onChange('') : undefined}
    >
      {(close) => (
        <SearchSelect
          label="Company"
          allLabel="All Companies"
          value={value}
          options={options}
          missing={companies.missing}
          onChange={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </Chip>
  );
}
