// The lists of a company's page: its employees, and its access controllers.
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { useCompanies } from '../../platform/lists/useCompanies.ts';
import { useList } from '../../platform/lists/useList.ts';
import { recordAddress, recordParams } from '../../platform/records/recordLinkTo.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { type Column, idOf, Table } from '../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { SearchBox } from '../../platform/ui/forms/SearchBox.tsx';
import type { AccessController } from '../../shared/contract/controllers.ts';
import { employeesQuery, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastEvent } from '../controllers/controllerKind.ts';
import EmployeesTable from '../employees/EmployeesTable.tsx';
import * as folds from '../../platform/lists/folds.module.css';
import * as layout from '../../platform/ui/layout/layout.module.css';

const companyPeople = listCall(
  'GET /employees',
  { ...recordParams, page: 1, q: '', sort: '' },
  ({ id, page, q, sort }) => ({ query: readQuery(employeesQuery, { company_id: id, page, q, sort }) }),
);

const noActions = () => ({});

export function CompanyPeople({ companyId }: { companyId: number }) {
  const { pages, params, change } = useList(companyPeople);
  const companies = useCompanies(false);
  const searches = useHasFeature('search');
  return (
    <>
      <div className={layout.row}>
        {searches && (
          <SearchBox label="Search employees" value={params.q} onChange={(q) => change({ q }, { replace: true })} />
        )}
        <Link href={addressOf(paths.employees, { company_id: companyId })}>Open in Employees</Link>
      </div>
      <PagedList
        {...pages}
        loading="Loading employees…"
        rows={12}
        empty={<EmptyState title={params.q ? 'Nothing found' : 'No employees found for the selected company'} />}
      >
        {({ data }) => (
          <EmployeesTable
            records={data}
            companies={companies}
            isOneCompany
            actionsOf={noActions}
            sort={params.sort}
            onSort={(sort) => searches && change({ sort })}
          />
        )}
      </PagedList>
    </>
  );
}

const columns: readonly Column<AccessController>[] = [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => (
      <Link href={recordAddress(paths.accessControllers, id)} data-opens>
        {name}
      </Link>
    ),
  },
  { id: 'location', header: 'Location', cell: ({ location }) => location || 'Not specified' },
  { id: 'device', header: 'Device ID', cell: ({ device_id }) => device_id || 'Not set' },
  { id: 'last', header: 'Events', cell: lastEvent },
  { id: 'status', header: 'Status', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
];

export function CompanyDoors({ companyId }: { companyId: number }) {
  const doors = useResource('GET /companies/{id}/access-controllers', { id: companyId });
  return (
    <>
      <p>
        <Link href={addressOf(paths.accessControllers, { company_id: companyId })}>Open in Access Controllers</Link>
      </p>
      <ResourceView resource={doors} loading="Loading access controllers…" rows={6}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No access controllers found for the selected company" />
          ) : (
            <Table className={folds.folds} caption="Access Controllers" rows={list} rowKey={idOf} columns={columns} />
          )
        }
      </ResourceView>
    </>
  );
}
