import type { Company } from '../../../../../src/shared/contract/companies.ts';

export const companyOf = (id: number, name: string, unique_identifier = ''): Company => ({
  id,
  name,
  unique_identifier,
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
  is_active: true,
  created_at: '',
  urls: [],
  employees: undefined,
});
