// Narrows a list to one company.

import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { labelOf } from '../ui/option.ts';
import { type Companies, companyOptions } from './useCompanies.ts';

const optionsWith = (companies: Companies, chosen: string) =>
  companyOptions(companies, { id: Number(chosen) || null, name: undefined });

interface CompanyFilterProps {
  companies: Companies;
  value: string;
  onChange(companyId: string): void;
}

export function CompanyFilter({ companies, value, onChange }: CompanyFilterProps) {
  return (
    <>
      <FilterSelect
        label="Company"
        value={value}
        options={[{ value: '', label: 'All Companies' }, ...optionsWith(companies, value)]}
        missing={companies.missing}
        onChange={onChange}
      />
      {value && <Button onClick={() => onChange('')}>Clear Filter</Button>}
    </>
  );
}

/** Names the chosen company, for paper. */
export const companyFilterInWords = (companies: Companies, value: string) =>
  value ? [{ label: 'Company', value: labelOf(optionsWith(companies, value), value) }] : [];
