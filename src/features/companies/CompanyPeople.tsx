// The employees of a company.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { recordParams } from '../../platform/lists/recordAddress.ts';
import { useCompanies } from '../../platform/lists/useCompanies.ts';
import { useList } from '../../platform/lists/useList.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { SearchBox } from '../../platform/ui/filters/SearchBox.tsx';
import { employeesQuery, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { EmployeesTable } from '../employees/EmployeesTable.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

const companyPeople = listCall(
  'GET /employees',
  { ...recordParams, page: 1, q: '', sort: '' },
  ({ id, page, q, sort }) => ({ query: readQuery(employeesQuery, { company_id: id, page, q, sort }) }),
);

const noActions = () => ({});

export function CompanyPeople({ companyId }: { companyId: number }) {
  const { list, params, change, onPage } = useList(companyPeople);
  const companies = useCompanies(false);
  const searches = hasFeature(useUser(), 'search');
  return (
    <>
      <div className={layout.row}>
        {searches && (
          <SearchBox label="Search employees" value={params.q} onChange={(q) => change({ q }, { replace: true })} />
        )}
        <Link href={addressOf(paths.employees, { company_id: companyId })}>Open in Employees</Link>
      </div>
      <PagedList
        list={list}
        page={params.page}
        onPage={onPage}
        skeleton={<TableSkeleton label="Loading employees…" rows={12} />}
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
