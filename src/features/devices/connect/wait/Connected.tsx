// The device that speaks for the controller, and how to end that.

import { useState } from 'react';
import { kindOfDevice } from '../../../../shared/contract/deviceKinds.ts';
import type { Device } from '../../../../shared/contract/devices.ts';
import { TimeAgo } from '../../../../platform/lists/TimeAgo.tsx';
import { deviceName } from '../../../../shared/words/deviceWords.ts';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Icon } from '../../../../platform/ui/Icon.tsx';
import { Confirm } from '../../../../platform/ui/overlays/Confirm.tsx';
import clsx from 'clsx';
import { useMadeSecrets } from '../madeSecrets.ts';
import { heardInWords } from './heardInWords.ts';
import * as s from './WaitStep.module.css';

interface ConnectedProps {
  controllerId: number;
  device: Device;
  kind: string;
}

export function Connected({ controllerId, device, kind }: ConnectedProps) {
  const [isAsking, setAsking] = useState(false);
  const { drop } = useMadeSecrets();
  const disconnecting = useAction('POST /access-controllers/{id}/device/disconnect', {
    after() {
      drop(controllerId);
      setAsking(false);
    },
  });
  return (
    <div className={clsx(s.heard, s.good)}>
      <Icon name="check" />
      <p role="status" className={s.words}>
        <strong>Connected: {heardInWords(device)}</strong>
        <span className={s.muted}>
          Last heard <TimeAgo at={device.last_heard_at} />
          {device.address && ` from ${device.address}`}
        </span>
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Disconnect…
      </Button>
      {isAsking && (
        <Confirm
          title={`Disconnect ${deviceName(device)}?`}
          message={
            kindOfDevice(kind)?.knownBy === 'secret'
              ? 'Its address is closed. What it sent stays.'
              : 'It is refused from then on, and keeps its events. What it sent stays. It can be approved again.'
          }
          confirmLabel="Disconnect"
          tone="danger"
          busy={disconnecting.busy}
          error={disconnecting.error}
          onConfirm={() => void disconnecting.run({ id: controllerId })}
          onClose={() => {
            disconnecting.clear();
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}
