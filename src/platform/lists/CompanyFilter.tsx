// Narrows a list to one company.

import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { labelOf } from '../ui/option.ts';
import { type Companies, companyOptions } from './useCompanies.ts';

/** Only calls a company unknown if the list has loaded without it. */
const optionsWith = (companies: Companies, chosen: string) =>
  companyOptions(companies, { id: Number(chosen) || null, name: companies.list ? undefined : companies.missing });

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

/** Names the chosen company, for paper and files. While companies load, takes the name from the records shown. */
export function companyFilterInWords(
  companies: Companies,
  value: string,
  shown: readonly { company: { id: number; name: string } }[] = [],
) {
  const own = shown.find(({ company }) => company.id === Number(value))?.company.name;
  const name = companies.list ? labelOf(optionsWith(companies, value), value) : (own ?? value);
  return value ? [{ label: 'Company', value: name }] : [];
}
