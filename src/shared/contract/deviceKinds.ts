// The kinds of devices, with what server and console must agree on about each. CONTRIBUTING.md explains how to add one.

/** Kinds in the order in which they are offered. */
export const deviceKinds = ['zkteco', 'hikvision', 'json', 'webhook'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

interface KindOfDevice {
  readonly name: string;
  /**
   * How a device is matched to its controller. serial: by its serial number, at an address that all devices of the kind
   * call. secret: by an address that contains the controller's secret. Devices with a serial number need approval.
   * signature: see docs/events.md.
   */
  readonly knownBy: 'serial' | 'secret and serial' | 'secret' | 'signature';
  /** Name of the serial number. */
  readonly serialName: 'serial' | 'MAC address';
  /** Whether the device fetches commands: to count a day, to send it again, to set its clock. */
  readonly takesCommands: boolean;
  /** Interval of its calls when there are no events; null if it need not call. */
  readonly pollSeconds: number | null;
}

const rows: Readonly<Record<DeviceKind, KindOfDevice>> = {
  /** Uses ZKTeco's push protocol. */
  zkteco: { name: 'ZKTeco', knownBy: 'serial', serialName: 'serial', takesCommands: true, pollSeconds: 10 },
  /** Uses Hikvision's HTTP notifications. */
  hikvision: {
    name: 'Hikvision',
    knownBy: 'secret and serial',
    serialName: 'MAC address',
    takesCommands: false,
    pollSeconds: null,
  },
  json: { name: 'JSON over HTTP', knownBy: 'secret', serialName: 'serial', takesCommands: false, pollSeconds: null },
  webhook: {
    name: 'Rollcall webhook',
    knownBy: 'signature',
    serialName: 'serial',
    takesCommands: false,
    pollSeconds: null,
  },
};

export const isDeviceKind = (kind: string): kind is DeviceKind => Object.hasOwn(rows, kind);

export function kindOfDevice(kind: DeviceKind): KindOfDevice;
/** Undefined for a kind that only a newer server knows. */
export function kindOfDevice(kind: string): KindOfDevice | undefined;
export function kindOfDevice(kind: string): KindOfDevice | undefined {
  return isDeviceKind(kind) ? rows[kind] : undefined;
}

/** Whether devices of this kind wait until somebody approves them. */
export const needsApproval = (kind: string): boolean => {
  const knownBy = kindOfDevice(kind)?.knownBy;
  return knownBy === 'serial' || knownBy === 'secret and serial';
};
