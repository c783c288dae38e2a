// The time zone of an HR system that stores local times: a setting of its connection, or else that of the business.

import type { ConnectorField } from '../../../../src/shared/contract/hrConnections.ts';
import { type BusinessTime, isTimeZone } from '../../../platform/time/businessTime.ts';
import { timeIn } from '../../../platform/time/zones.ts';
import type { Connection, Finding } from './connector.ts';
import { field } from './field.ts';

export const timeZoneField = (help: string): ConnectorField =>
  field('time_zone', 'Time Zone', help, { is_required: false });

/** A zone that nobody knows counts as that of the business; the test of the connection says so. */
export function siteTimeOf({ values, businessTime }: Pick<Connection, 'values' | 'businessTime'>): BusinessTime {
  const zone = values.time_zone ?? '';
  return isTimeZone(zone) ? timeIn(zone) : businessTime;
}

/** For an HR system that does not say which zone its times are in. */
export function zoneFinding(connection: Connection): Finding {
  const { time_zone: wanted = '' } = connection.values;
  const { zone } = siteTimeOf(connection);
  return wanted === '' || isTimeZone(wanted)
    ? { what: 'Time zone', says: zone, state: 'good' }
    : { what: 'Time zone', says: `Nobody knows ${wanted}, so it is ${zone}`, state: 'bad' };
}
