// The addresses of the screen: its lists, a controller's device with its tabs, and the evidence for a claim.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import type { Claim, DeviceSetup } from '../../shared/contract/devices.ts';

export const screenParams = { controller: '', tab: '', list: '' };

export const deviceTabs = ['state', 'connect', 'events', 'notes', 'reconcile'] as const;
export type DeviceTab = (typeof deviceTabs)[number];

/** With the filters of the tab's list. */
export const deviceAddress = (controllerId: number, tab: DeviceTab = 'state', filters: Record<string, string> = {}) =>
  addressOf(paths.devices, { controller: controllerId, tab, ...filters });

export const listAddress = paths.devices;
export const codesAddress = addressOf(paths.devices, { list: 'codes' });
/** Those that one controller's device sent. */
const codesAddressOf = (controllerId: number) =>
  addressOf(paths.devices, { list: 'codes', access_controller_id: controllerId });

/** The props of each tab of a controller's device. */
export interface DeviceTabProps {
  controllerId: number;
  /** As it was last read. */
  setup: DeviceSetup;
  /** It is being read again. */
  loading: boolean;
  reload(): void;
}

/** Where the evidence for a claim is listed; undefined if there is none, or a list that only a newer console knows. */
export function evidenceAddress(controllerId: number, { evidence }: Claim): string | undefined {
  if (!evidence) return undefined;
  const { list, outcome, kind, day } = evidence;
  switch (list) {
    case 'events':
      return deviceAddress(controllerId, 'events', given({ outcome, day }));
    case 'notes':
      return deviceAddress(controllerId, 'notes', given({ kind }));
    case 'reconciliation':
      return deviceAddress(controllerId, 'reconcile', given({ day }));
    case 'codes':
      return codesAddressOf(controllerId);
    case 'waiting':
      return deviceAddress(controllerId, 'connect');
    default:
      return undefined;
  }
}

const given = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
