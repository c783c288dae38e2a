// A device that was heard and waits for approval, with what it said of itself.

import type { Device, DeviceSetup } from '../../../../shared/contract/devices.ts';
import { plural } from '../../../../shared/words/plural.ts';
import { TimeAgo } from '../../../../platform/lists/TimeAgo.tsx';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { useNow } from '../../../../platform/hooks/useNow.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { kindOf } from '../kinds.ts';
import { heardInWords } from './heardInWords.ts';
import { isPairing } from './isPairing.ts';
import * as s from './WaitStep.module.css';

interface HeardDeviceProps {
  controllerId: number;
  setup: DeviceSetup;
  device: Device;
  kind: string;
  onApproved(): void;
}

export function HeardDevice({ controllerId, setup, device, kind, onApproved }: HeardDeviceProps) {
  const pairing = useAction('POST /access-controllers/{id}/device/pairing', { quiet: true });
  const approving = useAction('POST /access-controllers/{id}/device/approve', { after: onApproved });
  const label = setup.device ? 'Approve in Its Place' : 'Approve';
  const isOpen = isPairing(setup, useNow());
  const error = pairing.error ?? approving.error;

  async function approve() {
    if (!isOpen) {
      const paired = await pairing.run({ id: controllerId, body: { kind: kindOf(kind), serial: device.serial } });
      if (!paired.ok) return;
    }
    await approving.run({ id: controllerId, body: { device_id: device.id } });
  }
  return (
    <>
      <div className={s.heard}>
        <p role="status" className={s.words}>
          <strong>Heard {heardInWords(device)}</strong>
          <span className={s.muted}>
            <TimeAgo at={device.last_heard_at} />
            {device.address && ` from ${device.address}`}
            {device.events_offered > 0 &&
              `. It offered ${plural(device.events_offered, 'event')}: nothing is lost before it is approved.`}
          </span>
        </p>
        <Button
          kind="primary"
          aria-label={`${label} ${device.serial || device.address}`}
          busy={pairing.busy || approving.busy}
          onClick={() => void approve()}
        >
          {label}
        </Button>
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
    </>
  );
}
