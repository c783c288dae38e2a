// Wording of a device's event.

import { paths } from '../../../platform/boot/paths.ts';
import type { DeviceEvent } from '../../../shared/contract/deviceEvents.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { exactClock, formatDay } from '../../../shared/words/time.ts';

/** 'Bee Kiln', or a placeholder for an unknown person. */
export const personOf = ({ employee, code }: DeviceEvent): string => {
  if (employee) return employee.name;
  return code ? 'No one' : 'No person';
};

export const sentTime = ({ local_time }: DeviceEvent): string => local_time || 'No time';

export const eventName = (event: DeviceEvent): string =>
  `event of ${event.employee?.name ?? (event.code || 'no person')} at ${sentTime(event)}`;

/** Clock time, or the day if it differs from the device's. */
export function receivedTime({ received_at, local_time }: DeviceEvent): string {
  const day = formatDay(received_at);
  return day === formatDay(local_time) ? exactClock(received_at) : day;
}

/** Address of the attendance record, in the list of its day. */
export function recordAddress({ record_id, timestamp, local_time }: DeviceEvent): string | undefined {
  if (record_id === null) return undefined;
  const day = formatDay(timestamp || local_time);
  return addressOf(paths.attendance, { start_date: day, end_date: day, record: record_id });
}
