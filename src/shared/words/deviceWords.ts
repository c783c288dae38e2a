// Names of devices, of the outcomes of their events, and of what may be wrong with them; spans of time.

import type { DeviceOutcome } from '../contract/deviceEvents.ts';
import { kindOfDevice } from '../contract/deviceKinds.ts';
import type { ClaimKind, Device } from '../contract/devices.ts';
import { inWords } from './inWords.ts';
import { plural } from './plural.ts';

export const kindName = (kind: string): string => kindOfDevice(kind)?.name ?? inWords(kind);

/** 'ZKTeco K40 Pro' */
export const deviceName = ({ kind, model }: Pick<Device, 'kind' | 'model'>): string =>
  [kindName(kind), model].filter(Boolean).join(' ');

const outcomes: Readonly<Record<string, string>> = {
  attendance: 'Attendance',
  known: 'Known already',
  repeat: 'Repeat',
  no_direction: 'No direction',
  implausible_time: 'Implausible time',
  unknown_kind: 'Unknown kind',
  unreadable: 'Unreadable',
  not_passed: 'Did not pass',
  no_person: 'No person',
  refused: 'Refused',
  parked: 'Parked',
} satisfies Record<DeviceOutcome, string>;

export const outcomeName = (outcome: string): string => outcomes[outcome] ?? outcome;

const claims: Readonly<Record<string, string>> = {
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
} satisfies Record<ClaimKind, string>;

export const claimName = (kind: string): string => claims[kind] ?? kind;

const units = [
  { name: 'day', size: 86_400 },
  { name: 'hour', size: 3_600 },
  { name: 'minute', size: 60 },
  { name: 'second', size: 1 },
] as const;

/** '45 seconds', '3 minutes 1 second', '2 days 1 hour': the two largest units, and no seconds from ten minutes on. */
export function spanInWords(seconds: number): string {
  let left = seconds < 600 ? Math.floor(seconds) : Math.round(seconds / 60) * 60;
  const parts = units.map(({ name, size }) => {
    const count = Math.floor(left / size);
    left %= size;
    return count > 0 && plural(count, name);
  });
  const largest = parts.findIndex(Boolean);
  return largest < 0
    ? '0 seconds'
    : parts
        .slice(largest, largest + 2)
        .filter(Boolean)
        .join(' ');
}
