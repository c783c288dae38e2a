// The wording of an attendance record in the table, its dialog and exported files.

import type { AttendanceRecord, EventType } from '../contract/entities/attendance.ts';
import { formatTime } from './time.ts';

export const eventTypes: readonly { value: EventType; label: string }[] = [
  { value: 'check-in', label: 'Check In' },
  { value: 'check-out', label: 'Check Out' },
];

export const attendanceText = {
  employee: ({ employee }: AttendanceRecord) => employee?.name || 'Unknown Employee',
  employeeId: ({ employee }: AttendanceRecord) => employee?.employee_id || 'N/A',
  event: ({ event_type }: AttendanceRecord) =>
    eventTypes.find(({ value }) => value === event_type)?.label ?? event_type,
  time: ({ timestamp }: AttendanceRecord) => formatTime(timestamp),
  controller: ({ access_controller }: AttendanceRecord) => access_controller?.name || 'Unknown Controller',
  company: ({ company }: AttendanceRecord) => company?.name || 'Unknown Company',
  status: ({ is_processed }: AttendanceRecord) => (is_processed ? 'Processed' : 'Pending'),
  createdAt: ({ created_at }: AttendanceRecord) => formatTime(created_at),
};
