// Companies as a list, and the columns of their export.

import { useMemo } from 'react';
import type { CallKey } from '../../shared/contract/calls.ts';
import { companyAddress } from '../../platform/lists/recordLinkTo.ts';
import { canCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { type Company, companyFields } from '../../shared/contract/companies.ts';
import { namesOf } from '../../shared/contract/fields.ts';
import type { RecordList } from '../../platform/lists/recordKind.ts';
import { asWideAsText, type RecordColumn, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import { formatDay } from '../../shared/words/time.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { urlHealth } from './urlHealth.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

const columns: readonly RecordColumn<Company>[] = [
  { id: 'id', header: 'ID', ...asWideAsText, cell: ({ unique_identifier }) => unique_identifier },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_company_id }) => crm_company_id },
  { id: 'status', header: 'Status', ...asWideAsText, cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
  { id: 'email', header: 'Email', ...wideOnly, cell: ({ contact_email }) => contact_email },
  { id: 'phone', header: 'Phone', ...asWideAsText, cell: ({ contact_phone }) => contact_phone },
  { id: 'address', header: 'Address', ...wideOnly, cell: ({ address }) => address },
  { id: 'urls', header: 'URLs', ...asWideAsText, cell: ({ urls }) => urlHealth(urls) },
  {
    id: 'created',
    header: 'Created',
    ...asWideAsText,
    sortsBy: 'created',
    cell: ({ created_at }) => formatDay(created_at),
  },
];

const nameOf = ({ name }: Company) => name;

const hrefOf = ({ id }: Company) => companyAddress(id);

/** The parts of the page that are opened most often. */
const partsFor =
  (isThere: (call: CallKey) => boolean) =>
  ({ id }: Company) =>
    (
      [
        ['People', 'people', 'GET /employees'],
        ['Doors', 'doors', 'GET /companies/{id}/access-controllers'],
        ['HR', 'hr', 'GET /companies/{id}/hr-sync/config'],
        ['URLs', 'urls', 'GET /companies/{id}/urls'],
      ] as const
    )
      .filter(([, , call]) => isThere(call))
      .map(([label, tab]) => ({ label, href: companyAddress(id, tab) }));

export function CompaniesTable(list: RecordList<Company>) {
  const user = useUser();
  const partsOf = useMemo(() => partsFor((call) => canCall(user, call)), [user]);
  return (
    <RecordTable {...list} caption="Companies" nameOf={nameOf} hrefOf={hrefOf} columns={columns} partsOf={partsOf} />
  );
}

const { name, ...otherFields } = companyFields;

/** The columns of exported companies. */
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
