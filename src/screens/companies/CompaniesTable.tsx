// Companies as a list: all facts of their cards but the links of their URLs, which the URLs button leads to.

import { useCallback } from 'react';
import type { Company } from '../../contract/entities/companies.ts';
import { RowButton } from '../../crud/RecordRowActions.tsx';
import { asWideAsText, RecordTable, type RecordTableProps, wideOnly } from '../../crud/RecordTable.tsx';
import { formatDay } from '../../format/time.ts';
import { ActiveBadge } from '../../ui/data/ActiveBadge.tsx';
import type { Column } from '../../ui/data/Table.tsx';
import { ActionIcon } from '../../ui/ActionIcon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { urlHealth } from './urlHealth.ts';

const columns: readonly Column<Company>[] = [
  { id: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { id: 'id', header: 'ID', ...asWideAsText, cell: ({ unique_identifier }) => unique_identifier },
  { id: 'crm', header: 'CRM ID', ...wideOnly, cell: ({ crm_company_id }) => crm_company_id },
  { id: 'status', header: 'Status', ...asWideAsText, cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
  { id: 'email', header: 'Email', cell: ({ contact_email }) => contact_email },
  { id: 'phone', header: 'Phone', ...asWideAsText, cell: ({ contact_phone }) => contact_phone },
  { id: 'address', header: 'Address', ...wideOnly, cell: ({ address }) => address },
  { id: 'urls', header: 'URLs', ...asWideAsText, cell: ({ urls }) => urlHealth(urls) },
  { id: 'created', header: 'Created', ...asWideAsText, cell: ({ created_at }) => formatDay(created_at) },
];

const nameOf = ({ name }: Company) => name;

interface CompaniesTableProps extends RecordTableProps<Company> {
  manageUrls(company: Company): void;
  configureHrSync?(company: Company): void;
}

export function CompaniesTable({ manageUrls, configureHrSync, ...records }: CompaniesTableProps) {
  const actions = useCallback(
    (company: Company) => (
      <>
        <RowButton
          label={`URLs of ${company.name}`}
          icon={<ActionIcon name="link" />}
          onClick={() => manageUrls(company)}
        />
        {configureHrSync && (
          <RowButton
            label={`HR Sync Configuration of ${company.name}`}
            icon={<Icon name="sync" />}
            onClick={() => configureHrSync(company)}
          />
        )}
      </>
    ),
    [manageUrls, configureHrSync],
  );
  return <RecordTable {...records} caption="Companies" nameOf={nameOf} columns={columns} actions={actions} />;
}
