// Shows what the device sent, beside the attendance record that it was read as.

import { Link } from 'wouter';
import { doorAddress } from '../../platform/lists/recordLinkTo.ts';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { RawText } from '../../platform/ui/data/RawText.tsx';
import type { RecordDeviceEvent as DeviceEvent } from '../../shared/contract/attendance.ts';
import { formatTime } from '../../shared/words/time.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './RecordDeviceEvent.module.css';

export default function RecordDeviceEvent({ event }: { event: DeviceEvent }) {
  const { local_time, zone, is_ambiguous, direction, kind, number, raw, received_at } = event;
  return (
    <section aria-label="As the device sent it" className={`${layout.stack3} ${s.part}`}>
      <h3>As the device sent it</h3>
      <Facts
        items={[
          { label: 'Device time', value: local_time },
          { label: 'Read in zone', value: zone },
          { label: 'Doubt', value: is_ambiguous && 'The clock showed this time twice. It was read as one of the two.' },
          { label: 'Direction', value: direction || 'None' },
          { label: 'Kind', value: kind },
          { label: 'Number', value: number },
          { label: 'Received', value: formatTime(received_at) },
        ]}
      />
      {raw && <RawText label="The line itself" text={raw} />}
      <Link href={eventsAddress(event)}>All events of the device on this day</Link>
    </section>
  );
}

const eventsAddress = ({ controller_id, local_time }: DeviceEvent) =>
  doorAddress(controller_id, 'events', { day: local_time.slice(0, 10) });
