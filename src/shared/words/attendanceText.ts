// The wording of an attendance record in the table, its dialog and exported files.

import type { AttendanceRecord } from '../contract/attendance.ts';
import type { EventType } from '../contract/queries.ts';
import { formatTime } from './time.ts';

export const eventTypes: readonly { value: EventType; label: string }[] = [
  { value: 'check-in', label: 'Check In' },
  { value: 'check-out', label: 'Check Out' },
];

/** Labels for what a person did to a record. */
export const marks = { set_aside: 'Set aside', manual: 'Added by hand' };

export const attendanceText = {
  employee: ({ employee }: AttendanceRecord) => employee?.name || 'Unknown Employee',
  employeeId: ({ employee }: AttendanceRecord) => employee?.employee_id || 'N/A',
  event: ({ event_type }: Pick<AttendanceRecord, 'event_type'>) =>
    eventTypes.find(({ value }) => value === event_type)?.label ?? event_type,
  time: ({ timestamp }: AttendanceRecord) => formatTime(timestamp),
  /** '+13:00', as the server sends it with the company's time. */
  offset: ({ timestamp }: Pick<AttendanceRecord, 'timestamp'>) => /[+-]\d\d:\d\d$/.exec(timestamp)?.[0] ?? '',
  /** 'Pacific/Auckland +13:00' */
  zone: (record: AttendanceRecord) => `${record.timezone ?? ''} ${attendanceText.offset(record)}`.trim(),
  controller: ({ access_controller }: AttendanceRecord) => access_controller?.name || 'Unknown Controller',
  company: ({ company }: AttendanceRecord) => company?.name || 'Unknown Company',
  status: ({ is_processed }: AttendanceRecord) => (is_processed ? 'Processed' : 'Pending'),
  /** Empty for most records. */
  mark: ({ is_set_aside, is_manual }: AttendanceRecord) =>
    (is_set_aside && marks.set_aside) || (is_manual && marks.manual) || '',
  createdAt: ({ created_at }: AttendanceRecord) => formatTime(created_at),
};
