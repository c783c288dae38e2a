// Narrows a list to one company.

import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { labelOf } from '../ui/option.ts';
import { type Companies, companyOptions } from './useCompanies.ts';

const optionsWith = (companies: Companies, chosen: string) =>
  companyOptions(companies, { id: Number(chosen) || null, name: undefined });

interface CompanySelectProps {
  companies: Companies;
  value: string;
  onChange(companyId: string): void;
}

export const CompanySelect = ({ companies, value, onChange }: CompanySelectProps) => (
  <FilterSelect
    label="Company"
    value={value}
    options={[{ value: '', label: 'All Companies' }, ...optionsWith(companies, value)]}
    missing={companies.missing}
    onChange={onChange}
  />
);

export const CompanyFilter = (props: CompanySelectProps) => (
  <>
    <CompanySelect {...props} />
    {props.value && <Button onClick={() => props.onChange('')}>Clear Filter</Button>}
  </>
);

/** Names the chosen company, for paper. */
export const companyFilterInWords = (companies: Companies, value: string) =>
  value ? [{ label: 'Company', value: labelOf(optionsWith(companies, value), value) }] : [];
