// When an employee came and went: the events, what devices sent, and what was sent to HR.

import { join, sql, type Sql } from '../../../../platform/db/sql.ts';
import type { ReportedEmployee } from '../person.ts';
import type { Source } from '../source.ts';

const ofAttendance = (id: number) => sql`attendance.employee_id = ${id}`;

const factFields = sql`access_controllers.name as controller, device_events.code, local_time, zone,
  device_events.occurred_at, is_ambiguous, device_events.kind, direction, reader, verify, passed, number, is_replay,
  outcome, reason, received_at, raw`;
const factInstants = ['occurred_at', 'received_at'];
const factFlags = ['is_ambiguous', 'is_replay'];

export const attendanceSources: readonly Source<ReportedEmployee>[] = [
  {
    name: 'attendance',
    title: 'Attendance',
    about: 'Check-ins and check-outs.',
    knows: ['attendance.employee_id', 'attendance.employee_code'],
    rows: ({ id }) => sql`attendance join access_controllers on access_controllers.id = access_controller_id
      where ${ofAttendance(id)}`,
    fields: sql`event_type, occurred_at, access_controllers.name as controller, employee_code as code, is_processed,
      added_by is not null as was_added_by_hand, set_aside_by is not null as is_set_aside, hr_state,
      attendance.created_at`,
    order: { at: sql`occurred_at`, id: sql`attendance.id` },
    instants: ['occurred_at', 'created_at'],
    flags: ['is_processed', 'was_added_by_hand', 'is_set_aside'],
  },
  {
    name: 'device_events',
    title: 'What Devices Sent',
    about: 'Each event of the attendance as the device sent it.',
    knows: ['device_events.code'],
    rows: ({ id }) => sql`attendance join device_events on device_events.attendance_id = attendance.id
      join access_controllers on access_controllers.id = device_events.controller_id where ${ofAttendance(id)}`,
    fields: factFields,
    order: { at: sql`attendance.occurred_at`, id: sql`device_events.id` },
    instants: factInstants,
    flags: factFlags,
  },
  {
    name: 'other_device_events',
    title: 'What Devices Sent Besides',
    about: "Events with one of the employee's codes that became no attendance, such as repeats.",
    knows: ['device_events.code'],
    rows: (employee) => sql`device_events join access_controllers on access_controllers.id = controller_id
      where attendance_id is null and company_id = ${employee.companyId} and ${hasCodeOf(employee)}`,
    fields: factFields,
    order: { id: sql`device_events.id` },
    instants: factInstants,
    flags: factFlags,
  },
  {
    name: 'hr_deliveries',
    title: 'Deliveries to HR',
    about: 'What was sent to the HR system, and what it answered.',
    knows: [],
    rows: ({ id }) => sql`attendance join hr_deliveries on attendance_id = attendance.id where ${ofAttendance(id)}`,
    fields: sql`day, event_type, attendance.occurred_at, state, attempts, last_attempt_at, last_error, next_try_at,
      accepted_at, evidence, sent_to, remote_id`,
    order: { at: sql`attendance.occurred_at`, id: sql`attendance.id` },
    instants: ['occurred_at', 'last_attempt_at', 'next_try_at', 'accepted_at'],
  },
];

/** Of a device's event. */
export function hasCodeOf({ codes }: ReportedEmployee): Sql {
  const each = codes.map(({ code, receivedAfter, receivedUntil, from, until }) => {
    const firstDay = from === '' ? sql`` : sql`and local_time >= ${from}`;
    // A time of that day is longer than the day, and '~' sorts behind both.
    const lastDay = until === '' ? sql`` : sql`and local_time <> '' and local_time < ${`${until}~`}`;
    return sql`(device_events.code = ${code} and received_at > ${receivedAfter} and received_at <= ${receivedUntil}
      ${firstDay} ${lastDay})`;
  });
  return sql`(${join(each, ' or ')})`;
}
