// A device that was heard and that nobody approved: what is known of it.

import { useLocation } from 'wouter';
import { kindOfDevice } from '../../../shared/contract/deviceKinds.ts';
import type { Device } from '../../../shared/contract/devices.ts';
import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import { deviceName } from '../../../shared/words/deviceWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { deviceAddress } from '../addresses.ts';
import { driftInWords } from '../clockWords.ts';
import * as s from './WaitingDevices.module.css';

interface WaitingDeviceProps {
  device: Device;
  /** Of the device, with its serial number. */
  name: string;
  /** Chooses its controller. */
  onChoose(): void;
  onForget(): void;
}

export function WaitingDevice({ device, name, onChoose, onForget }: WaitingDeviceProps) {
  const [, navigate] = useLocation();
  const { kind, controller_id } = device;
  // The secret in the address that it calls says whose it is.
  const isKnown = kindOfDevice(kind)?.knownBy === 'secret and serial' && controller_id !== null;
  return (
    <li className={s.device}>
      <div>
        <h3>{deviceName(device)}</h3>
        <Facts items={factsOf(device)} />
      </div>
      <span className={s.actions}>
        <Button
          kind="primary"
          aria-label={`Approve ${name}…`}
          onClick={() => (isKnown ? navigate(deviceAddress(controller_id, 'connect')) : onChoose())}
        >
          Approve…
        </Button>
        <Button aria-label={`Forget ${name}`} onClick={onForget}>
          Forget
        </Button>
      </span>
    </li>
  );
}

const factsOf = (device: Device) => [
  { label: 'Serial number', value: device.serial },
  { label: 'Firmware', value: device.firmware },
  { label: 'Address', value: device.address },
  { label: 'Clock', value: driftInWords(device.drift_seconds) },
  { label: 'Offered', value: device.events_offered > 0 && plural(device.events_offered, 'event') },
  { label: 'First heard', value: <TimeAgo at={device.first_heard_at} /> },
];
