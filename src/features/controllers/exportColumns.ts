// The columns of exported controllers: never what a controller signs with.

import type { AccessController } from '../../shared/contract/controllers.ts';
import type { ListColumn } from '../../platform/export/list/listFile.ts';

const degrees = (value: number | null) => (value === null ? '' : String(value));

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
