// The latest event of a controller: what its device sent and became of it. A gateway's events are attendance at once.

import type { DeviceSetup } from '../../../../shared/contract/entities/devices.ts';
import { attendanceText } from '../../../../shared/words/attendanceText.ts';
import { useReloadWhile } from '../../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../../platform/session/permissions.ts';

interface LatestEvent {
  person: string;
  time: string;
  /** Empty while it is not known, and if it is no attendance. */
  direction: string;
  /** Why it is no attendance; empty if it is. */
  problem: string;
  /** Seconds from when it says that it happened until it came; 0 while that is not known. */
  delay: number;
  total: number;
}

/** In milliseconds. */
const pause = 2_500;

export function useLatestEvent(controllerId: number, setup: DeviceSetup, kind: string): LatestEvent | undefined {
  const canCall = useCanCall();
  const isWebhook = kind === 'webhook';
  const events = useResource(
    'GET /access-controllers/{id}/device/events',
    isWebhook ? null : { id: controllerId, query: { per_page: 1 } },
  );
  const attendance = useResource(
    'GET /attendance',
    isWebhook && canCall('GET /attendance')
      ? { query: { company_id: setup.company.id, access_controller_id: controllerId, per_page: 1 } }
      : null,
  );
  useReloadWhile(true, isWebhook ? attendance : events, pause);
  const event = events.data?.data[0];
  const recordId = event?.record_id ?? null;
  const record = useResource(
    'GET /attendance/{id}',
    recordId !== null && canCall('GET /attendance/{id}') ? { id: recordId } : null,
  ).data;

  if (event) {
    return {
      person: event.employee ? `${event.employee.name} (${event.code})` : event.code || 'Nobody',
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
