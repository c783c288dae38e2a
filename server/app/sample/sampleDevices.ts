// The devices of some of the sample's doors. Four are not well: the clock of one is wrong, one is nearly full, one has
// lost events, and one is silent.

import type { DeviceKind } from '../../../src/shared/contract/deviceKinds.ts';
import type { HalfHourRule } from '../../../src/shared/contract/devices.ts';
import { mainDoor, otherDoors } from './names.ts';

export interface SampleDevice {
  readonly company: string;
  readonly door: string;
  readonly kind: Extract<DeviceKind, 'zkteco' | 'hikvision'>;
  readonly serial: string;
  readonly model: string;
  readonly firmware: string;
  readonly formerFirmware?: string;
  readonly address: string;
  readonly held: number | null;
  readonly capacity: number | null;
  /** Location of the device, if it differs from the company's. */
  readonly place?: { readonly zone: string; readonly location: string; readonly halfHours: HalfHourRule };
  readonly minutesBehind?: number;
  /** Hours since the device was unplugged. */
  readonly silentForHours?: number;
  /** Default: a day. Nothing calls in a sample, so with less a device counts as silent. */
  readonly silentAfterMinutes?: number;
  readonly repeatSeconds?: number;
  /** Only people with a known code use this door. */
  readonly isWell?: true;
  /** The problem that the server has noticed, and for how many hours. */
  readonly alert?: { readonly kind: string; readonly hours: number };
}

export const nearlyFullDevice: SampleDevice = {
  company: 'Casa Ibáñez Hoteles',
  door: mainDoor,
  kind: 'zkteco',
  serial: 'AEVL184960233',
  model: 'K40 Pro',
  firmware: 'Ver 8.0.3.9-20200618',
  address: '192.168.1.201',
  held: 49_812,
  capacity: 50_000,
  repeatSeconds: 60,
  alert: { kind: 'memory_full', hours: 9 },
};

export const sampleDevices: readonly SampleDevice[] = [
  {
    company: 'Ashdown & Vale Logistics',
    door: mainDoor,
    kind: 'zkteco',
    serial: 'CQUF213560018',
    model: 'SpeedFace-V5L',
    firmware: 'ZAM180-NF-Ver1.1.17',
    formerFirmware: 'ZAM180-NF-Ver1.1.12',
    isWell: true,
    address: '192.168.20.31',
    held: 12_480,
    capacity: 200_000,
  },
  {
    company: 'Müller Präzision',
    door: otherDoors[0],
    kind: 'zkteco',
    serial: 'BRM9204160077',
    model: 'K40 Pro',
    firmware: 'Ver 8.0.4.7-20221018',
    address: '10.40.7.12',
    held: 3_120,
    capacity: 50_000,
    place: { zone: 'Asia/Kolkata', location: 'Baner Road 45, Pune 411045, India', halfHours: 'hours' },
    minutesBehind: 30,
    alert: { kind: 'drifting', hours: 70 },
  },
  nearlyFullDevice,
  {
    company: 'Bright Harbour Clinics',
    door: mainDoor,
    kind: 'hikvision',
    serial: 'A4:D5:C2:24:DD:74',
    model: 'DS-K1T342EFWX',
    firmware: '',
    address: '172.16.4.20',
    held: null,
    capacity: null,
    silentAfterMinutes: 10,
  },
  {
    company: 'Kestrel Security Services',
    door: otherDoors[0],
    kind: 'zkteco',
    serial: 'CKJG201960143',
    model: 'F18',
    firmware: 'Ver 6.60 Apr 28 2019',
    address: '10.8.0.17',
    held: 8_204,
    capacity: 100_000,
    silentForHours: 20,
    silentAfterMinutes: 10,
    alert: { kind: 'silent', hours: 20 },
  },
];
