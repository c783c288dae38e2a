// A controller's device in one line: when it was last heard or what is wrong with it, or the way to connect one.

import { Link } from 'wouter';
import { doorAddress } from '../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { TimeAgo } from '../../platform/ui/data/TimeAgo.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import type { ConnectedDevice } from '../../shared/contract/devices.ts';
import { claimName, deviceName, kindName } from '../../shared/words/deviceWords.ts';
import type { ControllerDevices } from './useControllerDevices.ts';
import * as s from './DeviceLine.module.css';

interface DeviceLineProps {
  controller: { id: number; name: string };
  devices: ControllerDevices;
}

export default function DeviceLine({ controller, devices }: DeviceLineProps) {
  const mayConnect = useCanCall()('POST /access-controllers/{id}/device/pairing');
  const connected = devices.of.get(controller.id);
  if (devices.isLoading) return <>&nbsp;</>;
  if (connected) {
    const claim = claimToShow(connected, devices.claim);
    return (
      <>
        {claim && <Icon name="warning" className={claim.level === 'bad' ? s.bad : s.warning} />}
        <Link href={doorAddress(controller.id)} title={claim?.sentence} className={s.line}>
          <State connected={connected} claim={claim} />
        </Link>
      </>
    );
  }
  if (!mayConnect) return <>No device</>;
  return (
    <Link href={doorAddress(controller.id, 'connect')} aria-label={`Connect a Device to ${controller.name}`}>
      Connect a Device
    </Link>
  );
}

type Claim = ConnectedDevice['claims'][number];

/** Picks the claim that the list is filtered by, or the worst one. */
const claimToShow = ({ claims }: ConnectedDevice, wanted: string): Claim | undefined =>
  claims.find(({ kind }) => kind === wanted) ?? claims.find(({ level }) => level !== 'info');

function State({ connected: { kind, device }, claim }: { connected: ConnectedDevice; claim: Claim | undefined }) {
  const name = device ? deviceName(device) : kindName(kind);
  if (claim) return `${claimName(claim.kind)} · ${name}`;
  if (!device) return kind === 'webhook' ? name : `${name} · not connected`;
  return (
    <>
      {name} · heard <TimeAgo at={device.last_heard_at} />
    </>
  );
}
