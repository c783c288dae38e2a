// The addresses of the screen: its lists, and a controller's device with its tabs.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';

export const screenParams = { controller: '', tab: '', list: '' };

export const deviceTabs = ['state', 'connect', 'events', 'notes', 'reconcile'] as const;
export type DeviceTab = (typeof deviceTabs)[number];

/** With the filters of the tab's list. */
export const deviceAddress = (controllerId: number, tab: DeviceTab = 'state', filters: Record<string, string> = {}) =>
  addressOf(paths.devices, { controller: controllerId, tab, ...filters });

export const listAddress = paths.devices;
export const codesAddress = addressOf(paths.devices, { list: 'codes' });
/** Those that one controller's device sent. */
export const codesAddressOf = (controllerId: number) =>
  addressOf(paths.devices, { list: 'codes', access_controller_id: controllerId });
