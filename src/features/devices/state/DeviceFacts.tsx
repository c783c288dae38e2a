// What is known of the device itself, and how it is read.

import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { signedOffset } from '../../../shared/words/timeZones.ts';
import { driftInWords } from '../clockWords.ts';
import { MemoryBar } from './MemoryBar.tsx';
import { rulesInWords } from './rulesInWords.ts';
import * as s from './StateTab.module.css';

export function DeviceFacts({ setup }: { setup: DeviceSetup }) {
  const { device, rules, zone, claims, last_event_at } = setup;
  const about = (label: string, value: string | undefined) => ({ label, value: value || unknown });
  return (
    <Facts
      items={[
        ...(device
          ? [
              about('Model', device.model),
              about('Firmware', device.firmware),
              about('Serial', device.serial),
              about('Address', device.address),
              { label: 'First heard', value: shownTime(device.first_heard_at) },
              { label: 'Last heard', value: shownTime(device.last_heard_at) },
            ]
          : []),
        { label: 'Last event', value: last_event_at ? shownTime(last_event_at) : 'None yet' },
        ...(device
          ? [
              about('Clock', driftInWords(device.drift_seconds)),
              {
                label: 'Memory',
                value:
                  device.records_held === null ? (
                    unknown
                  ) : (
                    <MemoryBar
                      held={device.records_held}
                      capacity={device.capacity}
                      isNearlyFull={claims.some(({ kind }) => kind === 'memory_full')}
                    />
                  ),
              },
            ]
          : []),
        { label: 'Time zone', value: zone },
        { label: 'Its own zone', value: device?.said_offset != null && signedOffset(device.said_offset) },
        ...(rules ? rulesInWords(rules) : []),
      ]}
    />
  );
}

const unknown = <span className={s.muted}>Not known yet</span>;

const shownTime = (timestamp: string) => timestamp && <time dateTime={timestamp}>{formatTime(timestamp)}</time>;
