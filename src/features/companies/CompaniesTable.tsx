// Companies as a list, with all facts of their cards but the links of their URLs, which the URLs button leads to; and
// the columns of their export.

import { useCallback } from 'react';
import { type Company, companyFields } from '../../shared/contract/companies.ts';
import { namesOf } from '../../shared/contract/fields.ts';
import { RowButton } from '../../platform/lists/RecordRowActions.tsx';
import type { RecordList } from '../../platform/lists/recordKind.ts';
import { RecordLinks } from '../../platform/lists/RecordLinks.tsx';
import { asWideAsText, type RecordColumn, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import { formatDay } from '../../shared/words/time.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { companyLinks, urlHealth } from './companyText.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

const columns: readonly RecordColumn<Company>[] = [
  { id: 'name', header: 'Name', rowHeader: true, sortsBy: 'name', cell: ({ name }) => name },
  { id: 'id', header: 'ID', ...asWideAsText, cell: ({ unique_identifier }) => unique_identifier },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_company_id }) => crm_company_id },
  { id: 'status', header: 'Status', ...asWideAsText, cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
  { id: 'email', header: 'Email', cell: ({ contact_email }) => contact_email },
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

interface CompaniesTableProps extends RecordList<Company> {
  manageUrls(company: Company): void;
  configureHrSync?(company: Company): void;
  setDayRules?(company: Company): void;
}

export function CompaniesTable({ manageUrls, configureHrSync, setDayRules, ...records }: CompaniesTableProps) {
  const actions = useCallback(
    (company: Company) => (
      <>
        <RecordLinks asIcons of={company.name} links={companyLinks(company)} />
        <RowButton
          label={`URLs of ${company.name}`}
          icon={<ActionIcon name="link" />}
          onClick={() => manageUrls(company)}
        />
        {configureHrSync && (
          <RowButton
            label={`HR Sync Configuration of ${company.name}`}
            icon={<Icon name="settings" />}
            onClick={() => configureHrSync(company)}
          />
        )}
        {setDayRules && (
          <RowButton
            label={`Day Rules of ${company.name}`}
            icon={<ActionIcon name="clock" />}
            onClick={() => setDayRules(company)}
          />
        )}
      </>
    ),
    [manageUrls, configureHrSync, setDayRules],
  );
  return <RecordTable {...records} caption="Companies" nameOf={nameOf} columns={columns} actions={actions} />;
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
