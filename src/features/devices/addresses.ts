// Addresses of the screen: its lists, a controller's device with its tabs, and the evidence of a claim.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import type { Claim, DeviceSetup } from '../../shared/contract/devices.ts';

export const screenParams = { controller: '', tab: '', list: '' };

export const deviceTabs = ['state', 'connect', 'events', 'notes', 'reconcile'] as const;
export type DeviceTab = (typeof deviceTabs)[number];

/** `filters` are those of the tab's list. */
export const deviceAddress = (controllerId: number, tab: DeviceTab = 'state', filters: Record<string, string> = {}) =>
  addressOf(paths.devices, { controller: controllerId, tab, ...filters });

export const listAddress = paths.devices;
export const codesAddress = addressOf(paths.devices, { list: 'codes' });
/** Unknown codes sent by one controller's device. */
const codesAddressOf = (controllerId: number) =>
  addressOf(paths.devices, { list: 'codes', access_controller_id: controllerId });

/** Props of each tab of a controller's device. */
export interface DeviceTabProps {
  controllerId: number;
  /** Latest answer. */
  setup: DeviceSetup;
  /** The setup is being read again. */
  loading: boolean;
  reload(): void;
}

/** Address of a claim's evidence; undefined if there is none, or its list is unknown to this version of the console. */
export function evidenceAddress(controllerId: number, { evidence }: Claim): string | undefined {
  if (!evidence) return undefined;
  const { list, outcome, kind, day } = evidence;
  switch (list) {
    case 'events':
      return deviceAddress(controllerId, 'events', nonEmpty({ outcome, day }));
    case 'notes':
      return deviceAddress(controllerId, 'notes', nonEmpty({ kind }));
    case 'reconciliation':
      return deviceAddress(controllerId, 'reconcile', nonEmpty({ day }));
    case 'codes':
      return codesAddressOf(controllerId);
    case 'waiting':
      return deviceAddress(controllerId, 'connect');
    default:
      return undefined;
  }
}

const nonEmpty = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
