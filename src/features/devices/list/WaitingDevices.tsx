// Devices that were heard and that nobody approved.

import { useState } from 'react';
import type { Device } from '../../../shared/contract/devices.ts';
import { deviceName } from '../../../shared/words/deviceWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ForgetDevice } from './ForgetDevice.tsx';
import { WaitingDevice } from './WaitingDevice.tsx';
import * as s from './WaitingDevices.module.css';

const ApproveDialog = lazyPart('The form', async () => (await import('./ApproveDialog.tsx')).ApproveDialog);

/** The dialog about one of them. */
interface Open {
  dialog: 'approve' | 'forget';
  device: Device;
}

export function WaitingDevices() {
  const { data: devices = [] } = useResource('GET /devices/waiting', {});
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const waiting = `${plural(devices.length, 'device')} ${devices.length === 1 ? 'waits' : 'wait'} for approval`;
  return (
    <>
      {devices.length > 0 && (
        <Panel title={waiting}>
          <ul className={s.devices}>
            {devices.map((device) => (
              <WaitingDevice
                key={device.id}
                device={device}
                name={nameOf(device)}
                onChoose={() => setOpen({ dialog: 'approve', device })}
                onForget={() => setOpen({ dialog: 'forget', device })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {open?.dialog === 'approve' && <ApproveDialog device={open.device} onClose={close} />}
      {open?.dialog === 'forget' && <ForgetDevice device={open.device} name={nameOf(open.device)} onClose={close} />}
    </>
  );
}

const nameOf = (device: Device) => [deviceName(device), device.serial].filter(Boolean).join(' ');
