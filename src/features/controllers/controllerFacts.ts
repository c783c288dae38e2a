// What cards and table say alike about an access controller.

import { optionalPart } from '../../platform/hooks/lazyPart.tsx';
import { lastTwoWeeksLink } from '../../platform/lists/recordLinkTo.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';
import { today } from '../../shared/words/days.ts';
import { formatTime } from '../../shared/words/time.ts';

export const controllerLinks = ({ id, company_id }: AccessController) => [
  lastTwoWeeksLink('Events', company_id, { access_controller_id: id }),
];

/** To 6 decimals; either may be missing. */
export function coordinates({ latitude, longitude }: Pick<AccessController, 'latitude' | 'longitude'>): string {
  const shown = (value: number) => value.toFixed(6);
  if (latitude !== null && longitude !== null) return `${shown(latitude)}, ${shown(longitude)}`;
  if (latitude !== null) return `Latitude ${shown(latitude)}`;
  return longitude === null ? '' : `Longitude ${shown(longitude)}`;
}

/** 'Last event 09:12', or the day if that was not today; nothing from a server that does not say. */
export function lastEvent({ last_event_at: timestamp }: AccessController): string | undefined {
  if (timestamp === undefined) return undefined;
  if (timestamp === '') return 'No event yet';
  const [day = '', time = ''] = formatTime(timestamp).split(' ');
  return `Last event ${day === today() ? time.slice(0, 5) : day}`;
}

/** The line about a controller's device loads after the list. */
export const DeviceLinePart = optionalPart(async () => (await import('./devices/DeviceLine.tsx')).DeviceLine);
