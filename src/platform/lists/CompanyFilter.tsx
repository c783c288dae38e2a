// Narrows a list to one company.

import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { type Companies, companyChoice } from './useCompanies.ts';

interface CompanySelectProps {
  companies: Companies;
  value: string;
  onChange(companyId: string): void;
}

export function CompanySelect({ companies, value, onChange }: CompanySelectProps) {
  // Only calls a company unknown if the whole list has loaded without it.
  const choice = companyChoice(companies, { id: Number(value) || null, name: companies.missing });
  return (
    <FilterSelect
      label="Company"
      value={value}
      {...choice}
      options={[{ value: '', label: 'All Companies' }, ...choice.options]}
      onChange={onChange}
    />
  );
}

export const CompanyFilter = (props: CompanySelectProps) => (
  <>
    <CompanySelect {...props} />
    {props.value && <Button onClick={() => props.onChange('')}>Clear Filter</Button>}
  </>
);

/** Names the chosen company, for paper and files. If it is not listed, takes the name from the records shown. */
export function companyFilterInWords(
  companies: Companies,
  value: string,
  shown: readonly { company: { id: number; name: string } }[] = [],
) {
  const known = [...(companies.list ?? []), ...shown.map(({ company }) => company)];
  const name = known.find(({ id }) => id === Number(value))?.name ?? (companies.missing ? value : 'Unknown Company');
  return value ? [{ label: 'Company', value: name }] : [];
}
