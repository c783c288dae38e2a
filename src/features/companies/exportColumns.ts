// The columns of exported companies.

import type { Company } from '../../shared/contract/companies.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';
import { formatDay } from '../../shared/words/time.ts';

export const companyColumns: readonly ListColumn<Company>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'ID', text: ({ unique_identifier }) => unique_identifier },
  { title: 'CRM Company ID', text: ({ crm_company_id }) => crm_company_id },
  { title: 'Contact Email', text: ({ contact_email }) => contact_email },
  { title: 'Contact Phone', text: ({ contact_phone }) => contact_phone },
  { title: 'System URL', text: ({ system_url }) => system_url },
  { title: 'Address', text: ({ address }) => address },
  { title: 'Status', text: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
  { title: 'URLs', text: ({ urls }) => urls.map(({ url_type, url }) => `${url_type}: ${url}`).join('\n') },
  { title: 'Created', text: ({ created_at }) => formatDay(created_at) },
];
