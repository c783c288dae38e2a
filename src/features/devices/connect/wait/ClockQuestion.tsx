// Asks whether the zone is right, as soon as the clock of a device seems to be wrong: nobody sees it otherwise.

import type { Device, DeviceSetup } from '../../../../shared/contract/devices.ts';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { signedOffset } from '../../../../shared/words/timeZones.ts';
import { driftInWords } from '../../clockWords.ts';

interface ClockQuestionProps {
  setup: DeviceSetup;
  device: Device;
}

/** A clock that is wrong by so few seconds changes nobody's pay. */
const unasked = 120;

export function ClockQuestion({ setup, device }: ClockQuestionProps) {
  const { drift_seconds: drift, said_offset: offset } = device;
  if (drift === null || Math.abs(drift) <= unasked) return null;
  const isCounted = offset !== null && !setup.rules?.ignores_offset;
  return (
    <Banner tone="warning">
      Its clock is {driftInWords(drift)}: is the zone right?{' '}
      {isCounted
        ? `Its events say ${signedOffset(offset)}. Set its own zone in its menu, or choose in the rules below that its offset does not count.`
        : `Its times are read in ${setup.zone}, which the rules below can change.`}
    </Banner>
  );
}
