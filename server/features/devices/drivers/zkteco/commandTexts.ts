// The commands that devices are sent, and no others: none deletes anything, and none runs a program.

import type { DeviceCommandKind } from '../../../../../src/shared/contract/deviceEvents.ts';
import type { CommandMoment } from '../driver.ts';
import { clockThere, packedTime } from './localTime.ts';

export function commandTextOf(kind: DeviceCommandKind | 'check', moment: CommandMoment): string {
  const { day, now, offsetMinutes, isAccessDevice } = moment;
  const [start, end] = [`StartTime=${day} 00:00:00`, `EndTime=${day} 23:59:59`];
  switch (kind) {
    case 'info':
      return 'INFO';
    case 'count':
      return `VERIFY SUM ATTLOG ${start}\t${end}`;
    case 'resend':
      return isAccessDevice
        ? `DATA QUERY tablename=transaction,fielddesc=*,filter=${start},${end}`
        : `DATA QUERY ATTLOG ${start}\t${end}`;
    case 'set_clock':
      return `SET OPTION DateTime=${packedTime(clockThere(now, offsetMinutes))}`;
    case 'check':
      return 'CHECK';
  }
}
