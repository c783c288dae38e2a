// Companies as a list, and the columns of their export.

import type { ListColumn } from '../../platform/export/list/listFile.ts';
import { type RecordColumn, type RecordPart, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import type { RecordList } from '../../platform/records/recordKind.ts';
import { companyAddress } from '../../platform/records/recordLinkTo.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { type Company, companyFields } from '../../shared/contract/companies.ts';
import { namesOf } from '../../shared/contract/fields.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { formatDay } from '../../shared/words/time.ts';
import { urlHealth } from './companyKind.tsx';

const columns: readonly RecordColumn<Company>[] = [
  { id: 'id', header: 'ID', cell: ({ unique_identifier }) => unique_identifier },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_company_id }) => crm_company_id },
  { id: 'status', header: 'Status', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
  { id: 'email', header: 'Email', ...wideOnly, cell: ({ contact_email }) => contact_email },
  { id: 'phone', header: 'Phone', cell: ({ contact_phone }) => contact_phone },
  { id: 'address', header: 'Address', ...wideOnly, cell: ({ address }) => address },
  { id: 'urls', header: 'URLs', cell: ({ urls }) => urlHealth(urls) },
  {
    id: 'created',
    header: 'Created',
    sortsBy: 'created',
    cell: ({ created_at }) => dateTitle(created_at),
  },
];

const nameOf = ({ name }: Company) => name;

const hrefOf = ({ id }: Company) => companyAddress(id);

const parts: readonly RecordPart<Company>[] = [
  { label: 'People', call: 'GET /employees', hrefOf: ({ id }) => companyAddress(id, 'people') },
  { label: 'Doors', call: 'GET /companies/{id}/access-controllers', hrefOf: ({ id }) => companyAddress(id, 'doors') },
  { label: 'HR', call: 'GET /companies/{id}/hr-sync/config', hrefOf: ({ id }) => companyAddress(id, 'hr') },
  { label: 'URLs', call: 'GET /companies/{id}/urls', hrefOf: ({ id }) => companyAddress(id, 'urls') },
];

export default function CompaniesTable(list: RecordList<Company>) {
  return <RecordTable {...list} caption="Companies" nameOf={nameOf} hrefOf={hrefOf} columns={columns} parts={parts} />;
}

const { name, ...otherFields } = companyFields;

export const companyColumns: readonly ListColumn<Company>[] = [
  { title: name.label, text: (company) => company.name },
  { title: 'ID', text: ({ unique_identifier }) => unique_identifier },
  ...namesOf(otherFields).map((field) => ({
    title: otherFields[field].label,
    text: (company: Company) => company[field],
  })),
  { title: 'Status', text: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
  { title: 'URLs', text: ({ urls }) => urls.map(({ url_type, url }) => `${url_type}: ${url}`).join('\n') },
  { title: 'Created', text: ({ created_at }) => formatDay(created_at) },
];
