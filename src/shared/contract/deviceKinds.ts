// The kinds of devices: a row each, with what the server and the console have to agree on. CONTRIBUTING.md says how to
// add one.

/** Ordered as they are offered. */
export const deviceKinds = ['zkteco', 'hikvision', 'json', 'webhook'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

interface KindOfDevice {
  readonly name: string;
  /**
   * Tells whose a device is. serial: its serial number, at an address that all devices of the kind call. secret: the
   * address with its controller's secret. With a serial number, somebody approves the device. signature:
   * docs/events.md.
   */
  readonly knownBy: 'serial' | 'secret and serial' | 'secret' | 'signature';
  /** Name of the serial number. */
  readonly serialName: 'serial' | 'MAC address';
  /** The device fetches what it is asked: to count a day, to send it again, to set its clock. */
  readonly takesCommands: boolean;
  /** Interval of its calls, also without an event; null if it need not call. */
  readonly pollSeconds: number | null;
}

const rows: Readonly<Record<DeviceKind, KindOfDevice>> = {
  /** Speaks its push protocol. */
  zkteco: { name: 'ZKTeco', knownBy: 'serial', serialName: 'serial', takesCommands: true, pollSeconds: 10 },
  /** Sends its HTTP notification. */
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
/** Undefined for one that only a newer server knows. */
export function kindOfDevice(kind: string): KindOfDevice | undefined;
export function kindOfDevice(kind: string): KindOfDevice | undefined {
  return isDeviceKind(kind) ? rows[kind] : undefined;
}

/** Devices of these kinds wait until somebody approves them. */
export const needsApproval = (kind: string): boolean => {
  const knownBy = kindOfDevice(kind)?.knownBy;
  return knownBy === 'serial' || knownBy === 'secret and serial';
};
