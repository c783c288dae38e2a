// Whether a device can be trusted, what is known of it, and what it was asked to do.

import { Link } from 'wouter';
import { kindOfDevice } from '../../../shared/contract/deviceKinds.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { deviceAddress } from '../addresses.ts';
import type { DeviceTabProps } from '../device/deviceTab.ts';
import { Claims } from './Claims.tsx';
import { Commands } from './Commands.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import * as s from './StateTab.module.css';

export function StateTab({ controllerId, setup }: DeviceTabProps) {
  const { device, rules, claims } = setup;
  const mayChange = useCanCall()('PUT /access-controllers/{id}/device');
  const takesCommands = device !== null && rules !== null && kindOfDevice(rules.kind).takesCommands;
  return (
    <div className={s.parts}>
      <Panel title="Known Problems">
        <Claims controllerId={controllerId} claims={claims} hasDevice={device !== null || rules?.kind === 'webhook'} />
      </Panel>
      <div className={takesCommands ? s.columns : undefined}>
        <Panel
          title={device ? 'The Device' : 'How Events Are Read'}
          aside={mayChange && <Link href={deviceAddress(controllerId, 'connect')}>Change rules</Link>}
        >
          <DeviceFacts setup={setup} />
        </Panel>
        {takesCommands && <Commands controllerId={controllerId} />}
      </div>
    </div>
  );
}
