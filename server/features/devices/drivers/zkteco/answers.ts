// What a device is told: how it is to behave when it shakes hands, what time it is, and the commands that wait for it. The
// order of the lines and the missing newline at the end are those that devices in the field are known to accept.

import { kindOfDevice } from '../../../../../src/shared/contract/deviceKinds.ts';
import { signedOffset } from '../../../../../src/shared/words/timeZones.ts';
import type { AboutDevice, CommandMoment, DeviceContext, QueuedCommand } from '../driver.ts';
import { clockThere, packedTime } from './words.ts';
import type { DeviceCommandKind } from '../../../../../src/shared/contract/deviceEvents.ts';

/** How often a device is told to call. */
const { pollSeconds } = kindOfDevice('zkteco');

const lines = (...each: readonly string[]): string => each.join('\n');

/** Asks for punches and operations; never for users, fingerprints, faces or photos. */
const transFlag = '1100000000';

export function attendanceHandshake(serial: string, context: DeviceContext): string {
  return lines(
    `GET OPTION FROM: ${serial}`,
    `ATTLOGStamp=${context.wantsAll ? 'None' : '9999'}`,
    'OPERLOGStamp=9999',
    'ATTPHOTOStamp=None',
    'ErrorDelay=30',
    `Delay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=${transFlag}`,
    ...timeZoneLines(context),
    'Realtime=1',
    'Encrypt=None',
  );
}

export const toldByHandshake = (context: DeviceContext): AboutDevice => ({
  ...(timeZoneLines(context).length > 0 && { toldOffset: context.offsetMinutes }),
  ...(context.wantsAll && { wasAskedForAll: true }),
});

/** Whole hours are understood by all. How a device reads half of one depends on its firmware. */
function timeZoneLines({ offsetMinutes, halfHours }: DeviceContext): string[] {
  if (offsetMinutes % 60 === 0) return [`TimeZone=${offsetMinutes / 60}`];
  const forms = {
    nothing: [],
    hours: [`TimeZone=${offsetMinutes / 60}`],
    minutes: [`TimeZone=${offsetMinutes}`],
    signed: [`TimeZone=${signedOffset(offsetMinutes)}`],
  };
  return forms[halfHours];
}

export const accessHandshake = (context: DeviceContext): string =>
  lines('registry=ok', `RegistryCode=${context.registryCode}`, accessSettings(context));

/** Without 'TransTables' an access controller connects, and never sends an event. */
export const accessSettings = ({ sessionId }: DeviceContext): string =>
  lines(
    'ServerVersion=3.1.2',
    'ServerName=ADMS',
    'PushProtVer=3.1.2',
    'PushVersion=3.1.2',
    'ErrorDelay=30',
    `RequestDelay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    'TransTables=User Transaction',
    'Realtime=1',
    `SessionID=${sessionId}`,
    'TimeoutSec=10',
  );

export const timeAnswer = ({ now, offsetMinutes }: DeviceContext): string =>
  `Time=${clockThere(now, offsetMinutes).replace(' ', 'T')}${signedOffset(offsetMinutes)}`;

/** To an access controller, which adds the offset itself: the time is that of UTC. */
export const accessTimeAnswer = ({ now, offsetMinutes }: DeviceContext): string =>
  `DateTime=${packedTime(clockThere(now, 0))},ServerTZ=${signedOffset(offsetMinutes).replace(':', '')}`;

const mostCommands = 200;
const mostBytes = 40 * 1024;

/** The answer to a poll: the commands that wait for the device, as many as it takes at once. */
export function commandsAnswer(commands: readonly QueuedCommand[]): { body: string; asked: number[] } {
  let body = '';
  const asked: number[] = [];
  for (const { id, text } of commands.slice(0, mostCommands)) {
    const line = `C:${id}:${text}\n`;
    if (Buffer.byteLength(body) + Buffer.byteLength(line) > mostBytes) break;
    body += line;
    asked.push(id);
  }
  return asked.length === 0 ? { body: 'OK', asked } : { body, asked };
}

/** The commands that devices are sent, and no others: none deletes anything, and none runs a program. */
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
