// Field for the company in the form of a record that belongs to one.

import { retryHint } from '../ui/feedback/FailedReads.tsx';
import { SelectField } from '../ui/forms/SelectField.tsx';
import type { Option } from '../ui/option.ts';
import { type Companies, companyOptions } from './useCompanies.ts';

interface CompanyFieldProps {
  companies: Companies;
  /** The record's own company, which may not be listed. */
  own?: Parameters<typeof companyOptions>[1];
  /** Further options below the companies. */
  further?: readonly Option[];
  lockedReason?: string | undefined;
}

export function CompanyField({ companies, own, further = [], lockedReason }: CompanyFieldProps) {
  return (
    <SelectField
      name="company_id"
      label="Company"
      placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
      hint={retryHint(companies.error, companies.reload)}
      lockedReason={lockedReason}
      options={[...companyOptions(companies, own), ...further]}
      required
    />
  );
}
