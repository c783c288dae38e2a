// Access controllers as a list, and the columns of their export.

import { useMemo } from 'react';
import type { ListColumn } from '../../platform/export/list/listFile.ts';
import { type RecordColumn, type RecordPart, RecordTable, wideOnly } from '../../platform/lists/RecordTable.tsx';
import { type Companies, companyName } from '../../platform/lists/useCompanies.ts';
import { RecordLinks } from '../../platform/records/RecordLinks.tsx';
import type { RecordList } from '../../platform/records/recordKind.ts';
import { doorAddress, lastTwoWeeksLink } from '../../platform/records/recordLinkTo.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import type { AccessController } from '../../shared/contract/controllers.ts';
import { controllerLinks, coordinates, DeviceLinePart, lastEvent } from './controllerKind.ts';
import type { ControllerDevices } from './useControllerDevices.ts';

const nameOf = ({ name }: AccessController) => name;

const columnsWith = (
  companies: Companies,
  devices: ControllerDevices | undefined,
): readonly RecordColumn<AccessController>[] => [
  // With devices, each door has a page: the table then adds a name column that links to it.
  ...(devices ? [] : [{ id: 'name', header: 'Name', rowHeader: true, sortsBy: 'name' as const, cell: nameOf }]),
  { id: 'company', header: 'Company', cell: (controller) => companyName(controller, companies) },
  { id: 'location', header: 'Location', ...(devices && wideOnly), cell: ({ location }) => location || 'Not specified' },
  { id: 'device', header: 'Device ID', cell: ({ device_id }) => device_id || 'Not set' },
  ...(devices
    ? [
        {
          id: 'connected',
          header: 'Device',
          cell: (controller: AccessController) => <DeviceLinePart controller={controller} devices={devices} />,
        },
      ]
    : []),
  { id: 'crm', header: 'CRM Location ID', ...wideOnly, cell: ({ crm_location_id }) => crm_location_id },
  { id: 'coordinates', header: 'Coordinates', ...wideOnly, cell: coordinates },
  { id: 'description', header: 'Description', ...wideOnly, cell: ({ description }) => description },
  { id: 'last', header: 'Last event', cell: lastEvent },
  { id: 'status', header: 'Status', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
];

const hrefOf = ({ id }: AccessController) => doorAddress(id);

const parts: readonly RecordPart<AccessController>[] = [
  { label: 'Events', call: 'GET /access-controllers/{id}/device', hrefOf: ({ id }) => doorAddress(id, 'events') },
  {
    label: 'Attendance',
    call: 'GET /attendance',
    hrefOf: ({ id, company_id }) => lastTwoWeeksLink('', company_id, { access_controller_id: id }).href,
  },
  {
    label: 'Connect',
    call: 'POST /access-controllers/{id}/device/pairing',
    hrefOf: ({ id }) => doorAddress(id, 'connect'),
  },
  { label: 'Reconcile', call: 'GET /access-controllers/{id}/device', hrefOf: ({ id }) => doorAddress(id, 'reconcile') },
];

const linksOf = (controller: AccessController) => (
  <RecordLinks asIcons of={controller.name} links={controllerLinks(controller)} />
);

interface ControllersTableProps extends RecordList<AccessController> {
  companies: Companies;
  /** Undefined if no devices are shown here. */
  devices: ControllerDevices | undefined;
}

export function ControllersTable({ companies, devices, ...list }: ControllersTableProps) {
  const says = list.records.some(({ last_event_at }) => last_event_at !== undefined);
  const columns = useMemo(
    () => columnsWith(companies, devices).filter(({ id }) => says || id !== 'last'),
    [companies, devices, says],
  );
  const page = devices ? { hrefOf, parts } : { actions: linksOf };
  return <RecordTable {...list} caption="Access Controllers" nameOf={nameOf} columns={columns} {...page} />;
}

const degrees = (value: number | null) => (value === null ? '' : String(value));

/** The columns of an export, which never has the secret a controller signs with. */
export const controllerColumns = (
  companyOf: (controller: AccessController) => string,
): readonly ListColumn<AccessController>[] => [
  { title: 'Company', text: companyOf },
  { title: 'Name', text: ({ name }) => name },
  { title: 'ID', text: ({ unique_identifier }) => unique_identifier },
  { title: 'Location', text: ({ location }) => location },
  { title: 'Device ID', text: ({ device_id }) => device_id },
  { title: 'CRM Location ID', text: ({ crm_location_id }) => crm_location_id },
  { title: 'Latitude', text: ({ latitude }) => degrees(latitude) },
  { title: 'Longitude', text: ({ longitude }) => degrees(longitude) },
  { title: 'Description', text: ({ description }) => description },
  { title: 'Status', text: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
];
