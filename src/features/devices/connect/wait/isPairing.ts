import type { DeviceSetup } from '../../../../shared/contract/devices.ts';

/** Whether a device can be approved now. `now` is in milliseconds. */
export const isPairing = ({ pairing_until: until }: Pick<DeviceSetup, 'pairing_until'>, now: number): boolean =>
  until !== '' && Date.parse(until) > now;
