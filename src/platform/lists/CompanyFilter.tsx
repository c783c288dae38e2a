// Narrows a list to one company.

import { Button } from '../ui/Button.tsx';
import { retryHint } from '../ui/feedback/FailedReads.tsx';
import { FilterSelect } from '../ui/filters/FilterSelect.tsx';
import { type Companies, companyOptions } from './useCompanies.ts';

/** Only calls a company unknown if the whole list has loaded without it. */
const optionsWith = (companies: Companies, chosen: string) =>
  companyOptions(companies, { id: Number(chosen) || null, name: companies.missing });

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
    hint={retryHint(companies.error, companies.reload)}
    onChange={onChange}
  />
);

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
