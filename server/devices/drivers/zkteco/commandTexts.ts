// The commands that devices are sent, and no others: none deletes anything, and none runs a program.

import type { DeviceCommandKind } from '../../../../src/contract/entities/devices.ts';
import { clockThere } from './localTime.ts';

export interface CommandMoment {
  /** 'YYYY-MM-DD' at the device's place. */
  readonly day: string;
  readonly now: Date;
  readonly offsetMinutes: number;
}

export function commandTextOf(kind: DeviceCommandKind | 'check', { day, now, offsetMinutes }: CommandMoment): string {
  const stretch = `StartTime=${day} 00:00:00\tEndTime=${day} 23:59:59`;
  switch (kind) {
    case 'info':
      return 'INFO';
    case 'count':
      return `VERIFY SUM ATTLOG ${stretch}`;
    case 'resend':
      return `DATA QUERY ATTLOG ${stretch}`;
    case 'set_clock':
      return `SET OPTION DateTime=${deviceSeconds(clockThere(now, offsetMinutes))}`;
    case 'check':
      return 'CHECK';
  }
}

/** The device counts seconds from 2000 on, with 31 days in every month. */
function deviceSeconds(localTime: string): number {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = localTime.split(/[- :]/).map(Number);
  const days = (year - 2000) * 12 * 31 + (month - 1) * 31 + (day - 1);
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}
