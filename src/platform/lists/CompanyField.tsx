// The company of a new record, in its form.

import { SelectField } from '../ui/forms/SelectField.tsx';
import type { Option } from '../ui/option.ts';
import { type Companies, companyOptions } from './useCompanies.ts';

interface CompanyFieldProps {
  companies: Companies;
  options?: readonly Option[];
  lockedReason?: string | undefined;
}

export function CompanyField({ companies, options = companyOptions(companies), lockedReason }: CompanyFieldProps) {
  return (
    <SelectField
      name="company_id"
      label="Company"
      placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
      hint={companies.error}
      lockedReason={lockedReason}
      options={options}
      required
    />
  );
}
