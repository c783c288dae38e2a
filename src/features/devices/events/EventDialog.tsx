// Shows one event as sent beside its interpretation.

import { Link } from 'wouter';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import type { DeviceEvent } from '../../../shared/contract/deviceEvents.ts';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { outcomeName } from '../../../shared/words/deviceWords.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { AssignCodeButton } from '../codes/codeParts.tsx';
import { outcomeTone } from '../words.ts';
import { personOf, recordAddress } from './eventText.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './EventDialog.module.css';

interface EventDialogProps {
  event: DeviceEvent;
  company: DeviceSetup['company'];
  onClose(): void;
}

export default function EventDialog({ event, company, onClose }: EventDialogProps) {
  const { number, generation, code, local_time, kind, direction, reader, raw, is_replay, received_at } = event;
  const record = recordAddress(event);
  return (
    <Dialog title="Device Event" size="side" onClose={onClose}>
      <section aria-label="As it was sent" className={`${layout.stack3} ${s.part}`}>
        <h3>As it was sent</h3>
        <Facts
          items={[
            { label: 'Code', value: code || 'None' },
            { label: 'Time', value: local_time || 'None that can be read' },
            { label: 'Direction', value: direction || 'None' },
            { label: 'Kind', value: kind },
            { label: 'Reader', value: reader },
            { label: 'Number', value: number === null ? '' : numberInWords(number, generation) },
            { label: 'Received', value: onClock(received_at) },
            { label: 'Sent again', value: is_replay && 'The device says that it sends it again' },
          ]}
        />
        <RawText label="The line itself" text={raw} />
      </section>
      <section aria-label="What it was read as" className={`${layout.stack3} ${s.part}`}>
        <h3>What it was read as</h3>
        <Facts
          items={[
            { label: 'Outcome', value: <Badge tone={outcomeTone(event.outcome)}>{outcomeName(event.outcome)}</Badge> },
            { label: 'Why', value: event.reason },
            { label: 'Person', value: personOf(event) },
            { label: 'Employee ID', value: event.employee?.employee_id },
            { label: 'Zone of the device', value: event.zone },
            { label: 'Time', value: onClock(event.timestamp) },
            { label: 'Attendance', value: record && <Link href={record}>Record {event.record_id}</Link> },
          ]}
        />
        {code && !event.employee && (
          <div>
            <AssignCodeButton company={company} code={code} />
          </div>
        )}
      </section>
    </Dialog>
  );
}

/** '2026-11-22 08:12:05 +01:00': by the company's clock, which may differ from the device's. */
const onClock = (timestamp: string): string =>
  timestamp && `${formatTime(timestamp)} ${attendanceText.offset({ timestamp })}`.trim();

/** Numbers that began again belong to a later generation. */
const numberInWords = (number: number, generation: number): string =>
  generation > 1 ? `${number}, after its numbers began again (${generation - 1})` : String(number);
