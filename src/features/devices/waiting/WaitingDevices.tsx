// Devices that called and were not approved.

import { useState } from 'react';
import { useLocation } from 'wouter';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import { kindOfDevice } from '../../../shared/contract/deviceKinds.ts';
import type { Device } from '../../../shared/contract/devices.ts';
import { deviceName } from '../../../shared/words/deviceWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { driftInWords } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const ApproveDialog = lazyPart('The form', () => import('./ApproveDialog.tsx'));

interface Open {
  dialog: 'approve' | 'forget';
  device: Device;
}

export function WaitingDevices({ devices }: { devices: readonly Device[] }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ul className={layout.list} aria-label="Devices that wait for approval">
        {devices.map((device) => (
          <WaitingDevice
            key={device.id}
            device={device}
            onChoose={() => setOpen({ dialog: 'approve', device })}
            onForget={() => setOpen({ dialog: 'forget', device })}
          />
        ))}
      </ul>
      {open?.dialog === 'approve' && <ApproveDialog device={open.device} onClose={close} />}
      {open?.dialog === 'forget' && (
        <ConfirmCall
          call="DELETE /devices/{id}"
          args={{ id: open.device.id }}
          title="Forget Device"
          message={`${nameOf(open.device)} disappears from this list. It appears again as soon as it calls: enter another server address in it to stop that.`}
          confirmLabel="Forget"
          tone="danger"
          onClose={close}
        />
      )}
    </>
  );
}

/** Name and serial number. */
const nameOf = (device: Device) => [deviceName(device), device.serial].filter(Boolean).join(' ');

interface WaitingDeviceProps {
  device: Device;
  /** Opens the choice of its controller. */
  onChoose(): void;
  onForget(): void;
}

/** A device that called and was not approved. */
function WaitingDevice({ device, onChoose, onForget }: WaitingDeviceProps) {
  const [, navigate] = useLocation();
  const { kind, controller_id } = device;
  const name = nameOf(device);
  // The secret in its address identifies the controller.
  const isKnown = kindOfDevice(kind)?.knownBy === 'secret and serial' && controller_id !== null;
  return (
    <ListRow
      badge={<Badge tone="warning">Waiting</Badge>}
      end={
        <span className={layout.wrap}>
          <Button
            size="small"
            aria-label={`Approve ${name}`}
            onClick={() => (isKnown ? navigate(doorAddress(controller_id, 'connect')) : onChoose())}
          >
            Approve
          </Button>
          <Button size="small" aria-label={`Forget ${name}`} onClick={onForget}>
            Forget
          </Button>
        </span>
      }
    >
      <strong>{name}</strong>{' '}
      <span className={layout.muted}>
        {factsOf(device).join(' · ')} · first heard <TimeAgo at={device.first_heard_at} />
      </span>
    </ListRow>
  );
}

const factsOf = ({ firmware, address, drift_seconds, events_offered }: Device): string[] => {
  const clock = driftInWords(drift_seconds);
  return [
    firmware && `firmware ${firmware}`,
    address && `from ${address}`,
    clock && `clock ${clock.toLowerCase()}`,
    events_offered > 0 ? `offered ${plural(events_offered, 'event')}` : '',
  ].filter(Boolean);
};
