// How long a device can still be approved, and how to begin again when that has run out.

import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { formatTime } from '../../../../shared/words/time.ts';
import { plural } from '../../../../shared/words/plural.ts';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { useNow } from '../../../../platform/hooks/useNow.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { kindOf } from '../kinds.ts';
import { isPairing } from './isPairing.ts';
import { Waiting } from './Waiting.tsx';
import * as s from './WaitStep.module.css';

interface PairingProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: string;
}

export function Pairing({ controllerId, setup, kind }: PairingProps) {
  const { device, waiting, pairing_until: until } = setup;
  const now = useNow();
  const pairing = useAction('POST /access-controllers/{id}/device/pairing', { quiet: true });
  const begin = () => void pairing.run({ id: controllerId, body: { kind: kindOf(kind) } });
  if (isPairing(setup, now)) {
    if (waiting.length > 0) return null;
    const minutes = Math.ceil((Date.parse(until) - now) / 60_000);
    return (
      <Waiting note={`${plural(minutes, 'minute')} left, until ${formatTime(until).slice(11, 16)}`}>
        {device ? 'Waiting for another device to call…' : 'Waiting for the device to call…'}
      </Waiting>
    );
  }
  if (!device && waiting.length > 0) return null;
  return (
    <>
      <div className={s.waiting}>
        <p className={device ? s.muted : s.words}>
          {device
            ? 'Has the device been replaced? The new one then takes its place.'
            : 'The 30 minutes in which a device can be approved are over.'}
        </p>
        <Button size={device ? 'small' : 'normal'} busy={pairing.busy} onClick={begin}>
          {device ? 'Connect Another Device' : 'Wait Another 30 Minutes'}
        </Button>
      </div>
      {pairing.error && <Banner tone="bad">{pairing.error}</Banner>}
    </>
  );
}
