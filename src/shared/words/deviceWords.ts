// Devices and what may be wrong with them by name, on every screen that names them.

import { kindOfDevice } from '../contract/deviceKinds.ts';
import type { ClaimKind, Device } from '../contract/devices.ts';
import { inWords } from './inWords.ts';

export const kindName = (kind: string): string => kindOfDevice(kind)?.name ?? inWords(kind);

/** 'ZKTeco K40 Pro' */
export const deviceName = ({ kind, model }: Pick<Device, 'kind' | 'model'>): string =>
  [kindName(kind), model].filter(Boolean).join(' ');

const claimNames: Readonly<Record<ClaimKind, string>> = {
  silent: 'Silent',
  never_heard: 'Never heard',
  drifting: 'Clock drifts',
  memory_full: 'Memory nearly full',
  number_gap: 'Numbers missing',
  unknown_codes: 'Unknown codes',
  not_taken: 'Not taken',
  not_understood: 'Not understood',
  two_zones: 'Two time zones',
  other_protocol: 'Other protocol',
  clock_set_back: 'Clock set back',
  memory_cleared: 'Memory cleared',
  other_device: 'Other device',
  refused: 'Refused',
  new_numbers: 'Numbers began again',
  firmware_changed: 'Firmware changed',
  address_changed: 'Address changed',
  one_direction: 'One direction only',
};
const claims: Readonly<Record<string, string>> = claimNames;

export const claimName = (kind: string): string => claims[kind] ?? kind;
