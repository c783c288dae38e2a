// What a tab of a controller's device receives.

import type { DeviceSetup } from '../../../shared/contract/devices.ts';

export interface DeviceTabProps {
  controllerId: number;
  /** As it was last read. */
  setup: DeviceSetup;
  /** It is being read again. */
  loading: boolean;
  reload(): void;
}
