// What a device says about itself: in its options, when it registers, with a poll, and as the answer to INFO.

import type { AboutDevice } from '../driver.ts';
import { nameIn, pairsOf, wholeNumber } from './deviceWords.ts';

/** 'DeviceType=acc,~DeviceName=…,FirmVer=…', in one line or several. */
export const optionsOf = (body: string): ReadonlyMap<string, string> => pairsOf(body, /[,\r\n\t]+/);

export function aboutByOptions(options: ReadonlyMap<string, string>): AboutDevice {
  const model = nameIn(options.get('devicename') ?? '');
  const firmware = nameIn(options.get('firmver') ?? options.get('fwversion') ?? '');
  const recordsHeld = wholeNumber(options.get('transactioncount'));
  const tenThousands = wholeNumber(options.get('maxattlogcount'));
  return {
    ...(model && { model }),
    ...(firmware && { firmware }),
    ...(recordsHeld !== undefined && { recordsHeld }),
    ...(tenThousands && tenThousands <= 1_000 && { capacity: tenThousands * 10_000 }),
  };
}

/** Of a poll: firmware, users, fingerprints, records held, address and more, separated by commas. */
export function aboutByInfo(info: string): AboutDevice {
  const [version = '', , , records] = info.split(',');
  const firmware = nameIn(version);
  const recordsHeld = wholeNumber(records);
  return { ...(firmware && { firmware }), ...(recordsHeld !== undefined && { recordsHeld }) };
}

/** Access controllers and attendance terminals share paths; only this word tells them apart for certain. */
export function isAccessType(deviceType: string): boolean | undefined {
  const type = deviceType.trim().toLowerCase();
  if (type === 'acc') return true;
  return type === 'att' ? false : undefined;
}
