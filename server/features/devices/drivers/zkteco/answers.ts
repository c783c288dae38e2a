// Answers to devices: settings of the handshake, the time, and waiting commands. The order of lines and the missing
// newline at the end are as devices in the field are known to accept them.

import { kindOfDevice } from '../../../../../src/shared/contract/deviceKinds.ts';
import { signedOffset } from '../../../../../src/shared/words/timeZones.ts';
import type { AboutDevice, CommandMoment, DeviceContext, QueuedCommand } from '../driver.ts';
import { clockThere, packedTime } from './words.ts';
import type { DeviceCommandKind } from '../../../../../src/shared/contract/deviceEvents.ts';

/** Interval between polls that devices are told. */
const { pollSeconds } = kindOfDevice('zkteco');

const lines = (...each: readonly string[]): string => each.join('\n');

/** Requests punches and operations, never users, fingerprints, faces or photos. */
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

/** Every device understands whole hours; half hours depend on the firmware. */
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

/** An access controller without 'TransTables' connects but never sends events. */
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

/** Access controllers add the offset themselves, so the time is in UTC. */
export const accessTimeAnswer = ({ now, offsetMinutes }: DeviceContext): string =>
  `DateTime=${packedTime(clockThere(now, 0))},ServerTZ=${signedOffset(offsetMinutes).replace(':', '')}`;

const mostCommands = 200;
const mostBytes = 40 * 1024;

/** Answers a poll with as many waiting commands as one answer may hold. */
export function commandsAnswer(commands: readonly QueuedCommand[]): { body: string; commandIds: number[] } {
  let body = '';
  const commandIds: number[] = [];
  for (const { id, text } of commands.slice(0, mostCommands)) {
    const line = `C:${id}:${text}\n`;
    if (Buffer.byteLength(body) + Buffer.byteLength(line) > mostBytes) break;
    body += line;
    commandIds.push(id);
  }
  return { body: commandIds.length === 0 ? 'OK' : body, commandIds };
}

/** The only commands devices are sent: none deletes anything, none runs a program. */
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
