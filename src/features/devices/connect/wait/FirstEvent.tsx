// Shows the device's latest event, once there is one: person, time and direction.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../../platform/boot/paths.ts';
import { useOffered } from '../../../../platform/hooks/useOffered.ts';
import { useReloadWhile } from '../../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../../platform/hooks/useResource.ts';
import { doorAddress } from '../../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../../platform/session/permissions.ts';
import { Icon } from '../../../../platform/ui/Icon.tsx';
import type { DeviceSetup } from '../../../../shared/contract/devices.ts';
import { addressOf } from '../../../../shared/words/address.ts';
import { attendanceText } from '../../../../shared/words/attendanceText.ts';
import { spanInWords } from '../../../../shared/words/deviceWords.ts';
import { lastTwoWeeks } from '../../../../shared/words/periods.ts';
import { plural } from '../../../../shared/words/plural.ts';
import * as layout from '../../../../platform/ui/layout/layout.module.css';
import * as s from './WaitStep.module.css';

/**
 * Whether a delay in seconds suggests a wrong clock or zone, which is off by a day at most; with longer delays, the
 * device had stored the event.
 */
const suggestsWrongClock = (delay: number) => Math.abs(delay) > 300 && Math.abs(delay) < 26 * 3_600;

interface FirstEventProps {
  setup: DeviceSetup;
  kind: string;
}

export function FirstEvent({ setup, kind }: FirstEventProps) {
  const canCall = useCanCall();
  const latest = useLatestEvent(setup, kind);
  if (!latest) return <Waiting note={nextStep(setup, kind)}>Waiting for the first event…</Waiting>;
  const { person, time, direction, problem, delay, total } = latest;
  const attendance = addressOf(paths.attendance, {
    company_id: setup.company.id,
    access_controller_id: setup.controller.id,
    ...lastTwoWeeks(),
  });
  return (
    <>
      <div className={clsx(layout.row, s.heard, !problem && s.good)}>
        <Icon name={problem ? 'warning' : 'check'} />
        <p role="status" className={s.words}>
          <strong>{[person, direction, time].filter(Boolean).join(' · ')}</strong>
          <span className={s.muted}>
            {problem || (total === 1 ? 'The first event has arrived' : `The latest of ${plural(total, 'event')}`)}
          </span>
          {suggestsWrongClock(delay) && (
            <span className={s.muted}>
              It says that it happened {spanInWords(Math.abs(delay))} {delay > 0 ? 'before' : 'after'} it came. If
              somebody punched just now, the clock or the zone is wrong.
            </span>
          )}
        </p>
      </div>
      <p className={layout.row}>
        {canCall('GET /attendance') && <Link href={attendance}>Show its attendance</Link>}
        {kind !== 'webhook' && <Link href={doorAddress(setup.controller.id, 'events')}>Show what it sent</Link>}
      </p>
    </>
  );
}

function nextStep({ rules }: DeviceSetup, kind: string): string {
  if (kind === 'webhook') return 'Run the command above';
  if (kind === 'json' && rules?.mapping.person === '')
    return 'Its rules do not say yet what its messages mean, so all of them are refused';
  return 'Have somebody check in at the device';
}

interface LatestEvent {
  person: string;
  time: string;
  /** Empty while it is unknown, or if the event is no attendance. */
  direction: string;
  /** Reason why it is no attendance; empty if it is. */
  problem: string;
  /** Seconds from the event's own time to its receipt; 0 while unknown. */
  delay: number;
  total: number;
}

/** Milliseconds. */
const pause = 2_500;

/** Latest event of a controller with its outcome. A gateway's events are attendance at once. */
function useLatestEvent(setup: DeviceSetup, kind: string): LatestEvent | undefined {
  const isWebhook = kind === 'webhook';
  const events = useResource(
    'GET /access-controllers/{id}/device/events',
    isWebhook ? null : { id: setup.controller.id, query: { per_page: 1 } },
  );
  const attendance = useOffered(
    'GET /attendance',
    isWebhook
      ? { query: { company_id: setup.company.id, access_controller_id: setup.controller.id, per_page: 1 } }
      : null,
  );
  useReloadWhile(true, isWebhook ? attendance : events, pause);
  const event = events.data?.data.find(({ received_at }) => isSince(received_at, setup.device?.first_heard_at));
  const recordId = event?.record_id ?? null;
  const record = useOffered('GET /attendance/{id}', recordId === null ? null : { id: recordId }).data;

  if (event) {
    return {
      person: event.employee ? `${event.employee.name} (${event.code})` : event.code || 'No one',
      time: event.local_time,
      direction: record ? attendanceText.event(record) : '',
      problem: event.reason,
      delay:
        event.timestamp && !event.is_replay ? (Date.parse(event.received_at) - Date.parse(event.timestamp)) / 1_000 : 0,
      total: events.data?.total ?? 1,
    };
  }
  const [first] = attendance.data?.data ?? [];
  return (
    first && {
      person: [attendanceText.employee(first), first.employee_code && `(${first.employee_code})`]
        .filter(Boolean)
        .join(' '),
      time: attendanceText.time(first),
      direction: attendanceText.event(first),
      problem: '',
      delay: 0,
      total: attendance.data?.total ?? 1,
    }
  );
}

/** False for what came before the device: the one that it replaced sent it. */
const isSince = (at: string, since = at): boolean => Date.parse(at) >= Date.parse(since);

interface WaitingProps {
  /** Time limit, or advice. */
  note?: ReactNode;
  children: ReactNode;
}

/** Shows that the page is waiting for something. */
export function Waiting({ note, children }: WaitingProps) {
  return (
    <div className={`${layout.row} ${s.waiting}`}>
      <span aria-hidden="true" className={s.spinner} />
      <p role="status" className={s.words}>
        {children}
        {note && <span className={s.muted}>{note}</span>}
      </p>
    </div>
  );
}
