// Attendance, as it travels between console and server.

import type { Decoded } from '../decode.ts';
import { count, flag, integer, list, maybe, nonEmptyText, number, object, oneOf, optional, text } from '../decode.ts';

const id = integer;

const eventTypes = ['check-in', 'check-out'] as const;
export type EventType = (typeof eventTypes)[number];
export const eventType = (value: unknown): EventType =>
  oneOf(...eventTypes)(typeof value === 'string' ? value.replace('_', '-') : value);

export const attendanceRecord = object({
  id,
  employee: maybe(object({ name: text, employee_id: text })),
  /** What the controller sent for the employee, who may not be known yet. */
  employee_code: optional(text),
  event_type: eventType,
  timestamp: text,
  access_controller: maybe(object({ name: text })),
  company: maybe(object({ name: text })),
  is_processed: flag,
  created_at: text,
  /** Only GET /attendance/{id} tells, and only where the server knows. */
  hr_sync: optional(
    maybe(
      object({
        /** sent, waiting, failed or held. */
        state: text,
        reason: text,
        sentence: text,
        attempts: count,
        next_try: text,
      }),
    ),
  ),
});
export type AttendanceRecord = Decoded<typeof attendanceRecord>;

export const attendanceStatistics = object({
  total: count,
  check_ins: count,
  check_outs: count,
  processed: count,
  pending: count,
  last_24_hours: maybe(number),
  days: list(object({ date: nonEmptyText, total: count })),
});
export type AttendanceStatistics = Decoded<typeof attendanceStatistics>;
