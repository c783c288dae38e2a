// What a device said of itself, as one sentence.

import { kindOfDevice } from '../../../../shared/contract/deviceKinds.ts';
import type { Device } from '../../../../shared/contract/devices.ts';
import { deviceName } from '../../../../shared/words/deviceWords.ts';
import { plural } from '../../../../shared/words/plural.ts';
import { signedOffset } from '../../../../shared/words/timeZones.ts';
import { driftInWords } from '../../clockWords.ts';

/** 'ZKTeco K40 Pro, serial AF4C1, firmware Ver 6.60, 3 minutes behind, holds 1,284 events' */
export function heardInWords(device: Device): string {
  const { kind, serial, firmware, drift_seconds: drift, said_offset: offset, records_held: held } = device;
  const clock = driftInWords(drift);
  return [
    deviceName(device),
    serial && `${kindOfDevice(kind)?.serialName ?? 'serial'} ${serial}`,
    firmware && `firmware ${firmware}`,
    clock && (clock === driftInWords(0) ? 'its clock is right' : clock),
    offset !== null && `its own zone is ${signedOffset(offset)}`,
    held !== null && `holds ${plural(held, 'event')}`,
  ]
    .filter(Boolean)
    .join(', ');
}
