// The handshake: a device asks how it is to behave, and is told in lines of 'key=value'. The order and the missing
// newline at the end are those that devices in the field are known to accept.

import { kindOfDevice } from '../../../../../src/shared/contract/deviceKinds.ts';
import { signedOffset } from '../../../../../src/shared/words/timeZones.ts';
import type { AboutDevice, DeviceContext } from '../driver.ts';
import { clockThere, packedTime } from './localTime.ts';

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
