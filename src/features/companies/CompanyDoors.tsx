// The access controllers of a company.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { recordAddress } from '../../platform/lists/recordAddress.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { type Column, Table } from '../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import type { AccessController } from '../../shared/contract/controllers.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastEvent } from '../controllers/controllerFacts.ts';

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

const idOf = ({ id }: AccessController) => id;

export function CompanyDoors({ companyId }: { companyId: number }) {
  const doors = useResource('GET /companies/{id}/access-controllers', { id: companyId });
  return (
    <>
      <p>
        <Link href={addressOf(paths.accessControllers, { company_id: companyId })}>Open in Access Controllers</Link>
      </p>
      <ResourceView resource={doors} skeleton={<TableSkeleton label="Loading access controllers…" rows={6} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No access controllers found for the selected company" />
          ) : (
            <Table caption="Access Controllers" rows={list} rowKey={idOf} columns={columns} />
          )
        }
      </ResourceView>
    </>
  );
}
