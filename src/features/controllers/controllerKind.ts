// The kind of access controllers, for their list and page.

import type { RecordKind } from '../../platform/records/recordKind.ts';
import { lastTwoWeeksLink } from '../../platform/records/recordLinkTo.ts';
import { optionalPart } from '../../platform/ui/lazyPart.tsx';
import { type AccessController, textsOfController } from '../../shared/contract/controllers.ts';
import { moment } from '../../shared/words/moment.ts';

export const controllerKind: RecordKind<AccessController> = {
  title: 'Access Controllers',
  subtitle: 'Manage biometric access controllers for your companies',
  one: 'access controller',
  many: 'access controllers',
  addLabel: 'Add Controller',
  add: 'POST /access-controllers',
  edit: 'PUT /access-controllers/{id}',
  remove: { key: 'DELETE /access-controllers/{id}', args: (id) => ({ id }) },
  nameOf: (controller) => controller.name,
  textsOf: textsOfController,
};

export const controllerLinks = ({ id, company_id }: AccessController) => [
  lastTwoWeeksLink('Events', company_id, { access_controller_id: id }),
];

/** Formats coordinates to 6 decimals; either may be missing. */
export function coordinates({ latitude, longitude }: Pick<AccessController, 'latitude' | 'longitude'>): string {
  const shown = (value: number) => value.toFixed(6);
  if (latitude !== null && longitude !== null) return `${shown(latitude)}, ${shown(longitude)}`;
  if (latitude !== null) return `Latitude ${shown(latitude)}`;
  return longitude === null ? '' : `Longitude ${shown(longitude)}`;
}

/** Undefined if the server does not say. */
export const lastEvent = ({ last_event_at: timestamp }: AccessController): string | undefined =>
  timestamp === '' ? 'No event yet' : timestamp && moment(timestamp);

/** The line about a controller's device loads after the list. */
export const DeviceLinePart = optionalPart(() => import('./DeviceLine.tsx'));
