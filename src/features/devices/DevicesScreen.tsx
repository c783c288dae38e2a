// All controllers' devices, one of them, or the codes that nobody has, as the address says.

import { useListParams } from '../../platform/hooks/useListParams.ts';
import { DevicePage } from './device/DevicePage.tsx';
import { UnknownCodes } from './codes/UnknownCodes.tsx';
import { MadeSecrets, useSecretKeeper } from './connect/madeSecrets.ts';
import { DeviceList } from './list/DeviceList.tsx';
import { screenParams } from './addresses.ts';

export default function DevicesScreen() {
  const [{ controller, tab, list }] = useListParams(screenParams);
  const secrets = useSecretKeeper();
  return <MadeSecrets value={secrets}>{shown()}</MadeSecrets>;

  function shown() {
    if (/^[1-9]\d{0,8}$/.test(controller))
      return <DevicePage key={controller} controllerId={Number(controller)} tab={tab} />;
    return list === 'codes' ? <UnknownCodes /> : <DeviceList />;
  }
}
