// A record in words; what a server leaves out has a word too.

import type { AttendanceRecord } from '../../contract/entities.ts';

export const eventWord = ({ event_type }: AttendanceRecord) => (event_type === 'check-in' ? 'Check In' : 'Check Out');
export const employeeName = ({ employee }: AttendanceRecord) => employee?.name || 'Unknown Employee';
export const employeeId = ({ employee }: AttendanceRecord) => employee?.employee_id || 'N/A';
export const controllerName = ({ access_controller }: AttendanceRecord) => access_controller?.name || 'Unknown Controller';
export const companyName = ({ company }: AttendanceRecord) => company?.name || 'Unknown Company';
export const statusWord = ({ is_processed }: AttendanceRecord) => (is_processed ? 'Processed' : 'Pending');
